import type { ErrorCode } from '@messaging-service/contract';
import type { Asker } from '../probe/probe.ts';
import type { Need } from '../service/target.ts';

/** Options of `createEmulator()` by which the emulator answers as the service does. */
export interface EmulatorConfig {
  /** HTTP statuses of error codes. */
  statuses?: Partial<Record<ErrorCode, number>>;
  /** What becomes of fields that nobody knows. */
  unknownFields?: 'refuse' | 'ignore';
  /** How webhooks are sent. */
  webhooks?: {
    /** The unit of the `timestamp` header. */
    timestampUnit?: 'seconds' | 'milliseconds';
    /** The `environment` header. */
    environment?: string;
    /** Which webhooks are signed. */
    sign?: 'inbound' | 'all';
    /** Time before each additional attempt, in milliseconds. */
    retryDelays?: number[];
  };
}

/** How the service reads a point that the specification leaves open. */
export interface Finding {
  /** The reading, as a sentence. */
  readonly reading: string;
  /** What makes the emulator follow it; undefined where it does so anyway, or cannot. */
  readonly config?: EmulatorConfig | undefined;
}

/** A point that the specification leaves open, and how to find out which reading the service follows. */
export interface OpenPoint {
  /** Names it in reports; the name of its record in `decisions/`, where there is one. */
  readonly id: string;
  /** What is open. */
  readonly question: string;
  /** What the question takes, beyond the account's key. */
  readonly needs: readonly Need[];
  /** Finds out; rejects where this service cannot be asked. */
  readonly find: (asker: Asker) => Promise<Finding>;
}

/** Puts configurations together. */
export function mergeConfigs(configs: readonly EmulatorConfig[]): EmulatorConfig {
  const merged: EmulatorConfig = Object.assign({}, ...configs) as EmulatorConfig;
  const statuses = Object.assign({}, ...configs.map((config) => config.statuses)) as object;
  const webhooks = Object.assign({}, ...configs.map((config) => config.webhooks)) as object;
  return {
    ...merged,
    ...(Object.keys(statuses).length > 0 && { statuses }),
    ...(Object.keys(webhooks).length > 0 && { webhooks }),
  };
}
