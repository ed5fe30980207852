import { AbortError } from '../errors/call-errors.ts';
import { copyForeignError } from '../errors/foreign-error.ts';
import type { Redact } from '../errors/redact.ts';
import type { Hooks } from './hooks.ts';

/**
 * The log of a client: `console`, pino, bunyan, log4js, consola, tslog, or any object with these four methods. Each is
 * called with details, then a message, as pino expects. winston and the `Logger` of NestJS expect the message first: wrap
 * them in {@link messageFirst}. No log contains an API key, or a text or phone number that you send. An error message
 * quotes the service, so it can contain a phone number.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 * import type { Logger } from '@messaging-service/sdk';
 *
 * const logger: Logger = {
 *   debug: () => undefined,
 *   info: (details, message) => console.info(message, details),
 *   warn: (details, message) => console.warn(message, details),
 *   error: (details, message) => console.error(message, details),
 * };
 * const client = createMessagingClient({
 *   ...optionsFromEnvironment(),
 *   logger,
 * });
 * await client.batches.listPending();
 * ```
 */
export interface Logger {
  /** Logs each attempt before it starts, and each response that differs from the contract. */
  debug(details: object, message: string): void;
  /** Logs each response, and each call that its caller aborted. */
  info(details: object, message: string): void;
  /** Logs each failed attempt before the next one, and each operation that the service will change or remove. */
  warn(details: object, message: string): void;
  /** Logs each call that failed. */
  error(details: object, message: string): void;
}

/**
 * A logger whose methods expect a message, then details: winston, the `Logger` of NestJS, or your own.
 *
 * @example
 * ```ts
 * import { createMessagingClient, messageFirst, optionsFromEnvironment } from '@messaging-service/sdk';
 * import type { MessageFirstLogger } from '@messaging-service/sdk';
 *
 * const write = (message: string, details: object) => console.log(message, details);
 * const log: MessageFirstLogger = { debug: write, info: write, warn: write, error: write };
 * const client = createMessagingClient({
 *   ...optionsFromEnvironment(),
 *   logger: messageFirst(log),
 * });
 * await client.batches.listPending();
 * ```
 */
export type MessageFirstLogger = {
  readonly [Level in 'debug' | 'warn' | 'error']: (message: string, details: object) => unknown;
} & (
  | { info(message: string, details: object): unknown }
  | {
      /** Used in place of `info`, if a logger does not have that method, such as that of NestJS. */
      log(message: string, details: object): unknown;
    }
);

/**
 * Adapts a logger that expects the message first. Without it, winston logs `[object Object]`.
 *
 * @param logger - The logger. Do not adapt pino, bunyan or `console`: pino would drop the details.
 *
 * @example
 * ```ts
 * import { createMessagingClient, messageFirst, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * // In place of winston or the Logger of NestJS.
 * const show = (message: string, details: object) => console.log(message, details);
 * const logger = { debug: show, info: show, warn: show, error: show };
 * const client = createMessagingClient({
 *   ...optionsFromEnvironment(),
 *   logger: messageFirst(logger),
 * });
 * await client.batches.listPending();
 * ```
 */
export function messageFirst(logger: MessageFirstLogger): Logger {
  return {
    debug: (details, message) => void logger.debug(message, details),
    info: (details, message) =>
      void ('info' in logger ? logger.info(message, details) : logger.log(message, details)),
    warn: (details, message) => void logger.warn(message, details),
    error: (details, message) => void logger.error(message, details),
  };
}

/** Creates hooks that log. */
export function createLogging(logger: Logger): Hooks {
  return {
    beforeRequest: ({ operation, url, attempt, ids }) =>
      logger.debug({ url, attempt, ids }, `${operation}: attempt ${attempt}`),
    afterResponse: ({ request: { operation, url, attempt }, status, durationMs }) =>
      logger.info(
        { url, attempt, status, durationMs },
        `${operation} returned ${status} in ${Math.round(durationMs)} ms`,
      ),
    onMismatch: ({ operation, issues }) =>
      logger.debug({ issues }, `${operation}: the response differs from the contract`),
    onDeprecation: ({ operation, deprecation, sunset, link }) =>
      logger.warn(
        { deprecation, sunset, link },
        sunset === undefined
          ? `${operation} is deprecated`
          : `${operation} is deprecated and ends on ${sunset}`,
      ),
    beforeRetry: ({ error, delayMs }) =>
      logger.warn({ error, delayMs }, `${error.message}; trying again in ${Math.round(delayMs)} ms`),
    onError: ({ error }) => logger[error instanceof AbortError ? 'info' : 'error']({ error }, error.message),
  };
}

/** Logs that code of the caller failed. */
export type Report = (what: string, reason: unknown) => void;

/**
 * Calls a function of the caller that must not change the result of a call. Its exception or rejection is logged.
 *
 * @returns The promise that the function returned, which does not reject; undefined when it returned none.
 */
export function callSafely(what: string, run: () => unknown, report: Report): Promise<unknown> | undefined {
  try {
    const result = run();
    if (typeof (result as Promise<unknown> | undefined)?.then !== 'function') return undefined;
    return Promise.resolve(result).catch((reason: unknown) => report(what, reason));
  } catch (error) {
    report(what, error);
    return undefined;
  }
}

/** Creates the function that logs failures of the caller's code. */
export function createReport(logger: Logger | undefined, redact: Redact): Report {
  return (what, reason) => {
    const error = copyForeignError(reason, redact);
    const write = () => logger?.error({ error }, `${what} failed: ${error.message}`);
    // A logger that fails cannot report its own failure.
    void callSafely('logger', write, () => undefined);
  };
}
