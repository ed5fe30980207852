import type { ErrorCode } from '@messaging-service/contract';

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

/** Merges the configurations of several interpretations. */
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
