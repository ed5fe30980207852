import type { ErrorCode } from '@messaging-service/contract';
import type { Probe } from '../probe/probe.ts';
import type { Capability } from '../service/capabilities.ts';
import { Skipped } from '../service/verdict.ts';

/** Options of `createEmulator()` that make the emulator behave as the service does. */
export interface EmulatorConfig {
  /** HTTP statuses of error codes. */
  statuses?: Partial<Record<ErrorCode, number>>;
  /** The treatment of unknown members. */
  unknownFields?: 'refuse' | 'ignore';
  /** Options for webhooks. */
  webhooks?: {
    /** The unit of the `timestamp` header. */
    timestampUnit?: 'seconds' | 'milliseconds';
    /** The `environment` header. */
    environment?: string;
    /** The webhooks that are signed. */
    sign?: 'inbound' | 'all';
    /** Time before each additional attempt, in milliseconds. */
    retryDelays?: number[];
  };
}

/** The way in which the service resolves an open point. */
export interface Interpretation {
  /** The interpretation, as a sentence. */
  readonly interpretation: string;
  /** Options that make the emulator behave the same; undefined when it already does, or cannot. */
  readonly config?: EmulatorConfig | undefined;
  /** Whether it is unlike that of an emulator without options. Default: whether there is a `config`. */
  readonly differs?: boolean | undefined;
}

/** A point that the specification leaves open, and a way to detect how the service resolves it. */
export interface OpenPoint {
  /** The name in reports. */
  readonly id: string;
  /** The clauses of docs/behavior, such as `SCH-2`. */
  readonly clause: string;
  /** The open question. */
  readonly question: string;
  /** The capabilities that the detection needs, beyond the account's key. Default: none. */
  readonly needs?: readonly Capability[];
  /** Detects the interpretation. Rejects with `Skipped` when this service cannot show it. */
  readonly detect: (probe: Probe) => Promise<Interpretation>;
}

/** An open point that no call can show. Reports list it with the reason. */
export function undetectable(
  point: Pick<OpenPoint, 'id' | 'clause' | 'question'>,
  reason: string,
): OpenPoint {
  return { ...point, detect: () => Promise.reject(new Skipped(reason)) };
}

/** Merges the configurations of several interpretations. */
export function mergeConfigs(configs: readonly EmulatorConfig[]): EmulatorConfig {
  const merged: EmulatorConfig = {};
  for (const { statuses, webhooks, ...others } of configs) {
    Object.assign(merged, others);
    if (statuses !== undefined) merged.statuses = { ...merged.statuses, ...statuses };
    if (webhooks !== undefined) merged.webhooks = { ...merged.webhooks, ...webhooks };
  }
  return merged;
}
