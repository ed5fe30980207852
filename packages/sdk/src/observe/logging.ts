import { AbortError } from '../errors/abort-error.ts';
import { copyForeignError } from '../errors/foreign-error.ts';
import type { Redact } from '../errors/redact.ts';
import type { Hooks } from './hooks.ts';

/**
 * The log of a client: `console`, or a logger of most logging libraries. Each method accepts a sentence and an object
 * with details. Neither contains an API key, message texts or phone numbers.
 *
 * @example
 * ```ts
 * import { createMessagingClient } from '@messaging-service/sdk';
 * import type { Logger } from '@messaging-service/sdk';
 *
 * const logger: Logger = {
 *   debug: () => undefined,
 *   info: (message, details) => console.info(message, details),
 *   warn: (message, details) => console.warn(message, details),
 *   error: (message, details) => console.error(message, details),
 * };
 * const client = createMessagingClient({
 *   baseUrl: 'https://api.example.com',
 *   accountKey: '0123456789abcdef0123456789abcdef',
 *   logger,
 * });
 * await client.batches.listPending();
 * ```
 */
export interface Logger {
  /** Logs each attempt before it starts, and each response that differs from the contract. */
  debug(message: string, details: object): void;
  /** Logs each response, and each call that its caller aborted. */
  info(message: string, details: object): void;
  /** Logs each failed attempt that another one will follow. */
  warn(message: string, details: object): void;
  /** Logs each call that failed. */
  error(message: string, details: object): void;
}

/** Creates hooks that log. */
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

/** Logs that code of the caller failed while it observed a call. */
export type Report = (what: string, reason: unknown) => void;

/** Creates the function that logs failures of observers. */
export function createReport(logger: Logger | undefined, redact: Redact): Report {
  return (what, reason) => {
    const error = copyForeignError(reason, redact);
    try {
      logger?.error(`${what} failed: ${error.message}`, { error });
    } catch {
      // A logger that throws cannot report its own failure.
    }
  };
}
