import { RequestValidationError } from '../errors/call-errors.ts';
import { createAbortError } from '../errors/foreign-error.ts';
import type { MessagingError, Progress } from '../errors/messaging-error.ts';
import type { ResolvedOptions } from '../options/resolve-options.ts';
import {
  type Attempting,
  type FailedAttempt,
  remainingOf,
  runAttempt,
  type SuccessfulAttempt,
} from './attempt.ts';
import { wait } from './deadline.ts';
import { retryDelay } from './retry.ts';
import { nameOperation, type Operation, type WrittenRequest } from './write-request.ts';

/** A call that succeeded. */
export interface CompletedCall extends SuccessfulAttempt {
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/**
 * Sends a request as often as necessary and allowed: see `RetryOptions`. Below this function, errors are values; it is the
 * only one in this folder that throws.
 *
 * @param request - The request, or the reason why it was not written.
 * @throws {MessagingError} The error of the last attempt; its `attempts` and `maybeSent` cover the whole call.
 */
export async function runAttempts(
  request: WrittenRequest | RequestValidationError,
  operation: Operation,
  client: ResolvedOptions,
): Promise<CompletedCall> {
  // Started here, while the span of the caller is active.
  const trace = request instanceof RequestValidationError ? undefined : client.startTrace?.(request);
  // Hooks and transports run only after the caller has the promise.
  await Promise.resolve();
  if (request instanceof RequestValidationError) {
    const name = nameOperation(operation);
    void client.notify('onError', () => ({ operation: name, request: undefined, error: request }));
    throw request;
  }
  const startedAt = Date.now();
  const startedTicks = performance.now();
  const elapsed = () => performance.now() - startedTicks;
  const attempting: Attempting = { request, client, elapsed };
  let before: Progress = { attempts: 0, maybeSent: false };
  for (let tries = 1; ; tries += 1) {
    const attemptTrace = trace?.startAttempt(tries);
    const attempt = await runAttempt(attempting, before, attemptTrace);
    attemptTrace?.end(attempt.ok ? attempt.response.status : attempt.error);
    if (attempt.ok) {
      trace?.end();
      return { ...attempt, startedAt, durationMs: elapsed() };
    }
    const final = await pause(attempting, attempt, tries);
    if (final !== undefined) {
      trace?.end(final);
      const { name } = request;
      void client.notify('onError', () => ({ operation: name, request: attempt.describe(), error: final }));
      throw final;
    }
    before = attempt.error;
  }
}

/** Waits for the time of the next attempt. Returns the error of the call if there must not be another attempt. */
async function pause(
  attempting: Attempting,
  { error, describe, permanent }: FailedAttempt,
  tries: number,
): Promise<MessagingError | undefined> {
  const { request, client } = attempting;
  const isRepeatable = request.operation.idempotent || request.resend !== undefined;
  const delayMs = permanent ? undefined : retryDelay(error, tries, isRepeatable, request.retry);
  if (delayMs === undefined || delayMs >= remainingOf(attempting)) return error;
  void client.notify('beforeRetry', () => ({ request: describe(), error, delayMs }));
  const { name, ids, signal, stopRetries = signal } = request;
  const outcome = await wait({ timeoutMs: delayMs, signal: stopRetries });
  if (outcome.ended !== 'abort') return undefined;
  const { attempts, maybeSent } = error;
  return createAbortError(name, outcome.reason, client.redact, { attempts, maybeSent, ids });
}
