import { AbortError } from '../errors/abort-error.ts';
import type { Hooks } from './hooks.ts';

/**
 * Where a client logs: `console`, and most logging libraries unchanged. Each method takes a sentence and an object
 * with particulars; neither holds an API key, message texts or phone numbers.
 */
export interface Logger {
  /** Each attempt, before it is made, and each response that differs from the contract. */
  debug(message: string, details: object): void;
  /** Each answer, whatever its status; and calls that the caller ended. */
  info(message: string, details: object): void;
  /** Each attempt that failed and will be followed by another. */
  warn(message: string, details: object): void;
  /** Each call that failed for good. */
  error(message: string, details: object): void;
}

/** Hooks that log. */
export function createLogging(logger: Logger): Hooks {
  return {
    beforeRequest: ({ operation, url, attempt, ids }) =>
      logger.debug(`${operation}: attempt ${attempt}`, { url, attempt, ids }),
    afterResponse: ({ request: { operation, url, attempt }, status, durationMs }) =>
      logger.info(`${operation} returned ${status} in ${Math.round(durationMs)} ms`, {
        url,
        attempt,
        status,
        durationMs,
      }),
    onMismatch: ({ operation, issues }) =>
      logger.debug(`${operation}: the response differs from the contract`, { issues }),
    beforeRetry: ({ error, delayMs }) =>
      logger.warn(`${error.message}; trying again in ${Math.round(delayMs)} ms`, { error, delayMs }),
    onError: ({ error }) => logger[error instanceof AbortError ? 'info' : 'error'](error.message, { error }),
  };
}
