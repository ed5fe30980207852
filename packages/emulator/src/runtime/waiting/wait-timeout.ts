import { shown } from '@messaging-service/contract';
import { type Duration, parseDuration } from '../time/duration.ts';

const DEFAULT_MS = 5_000;

/**
 * Reads the time to wait for a message.
 *
 * @returns Milliseconds; infinite for a wait without a limit.
 * @throws {TypeError} The time is not a duration.
 */
export function waitTimeoutMs(timeout: Duration = DEFAULT_MS): number {
  const ms = timeout === Number.POSITIVE_INFINITY ? timeout : parseDuration(timeout);
  if (ms !== undefined) return ms;
  throw new TypeError(
    `timeout must be a duration: milliseconds, or text such as "250ms", "30s" or "10m"; got ${shown(timeout)}.`,
  );
}
