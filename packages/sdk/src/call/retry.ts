import { ERRORS } from '@messaging-service/contract';
import { isKnownCode } from '../errors/api-error-class.ts';
import { ApiError } from '../errors/api-errors.ts';
import { ConnectionError, TimeoutError } from '../errors/call-errors.ts';
import type { MessagingError } from '../errors/messaging-error.ts';
import type { RetryPolicy } from '../options/retry-options.ts';

/**
 * Returns how long to wait before the next attempt, in milliseconds; undefined if there must not be another one.
 *
 * @param error - The error of the last attempt; its `maybeSent` covers the whole call.
 * @param tries - The attempts so far, with those that ended before the request was passed to the transport.
 * @param isRepeatable - Whether repeating the call leaves the same state: it is idempotent, or the service recognizes the
 * identifiers of a repeated one.
 */
export function retryDelay(
  error: MessagingError,
  tries: number,
  isRepeatable: boolean,
  { attempts, delay, maxDelay }: RetryPolicy,
): number | undefined {
  // The rule that keeps a text from being sent twice.
  const isSafe = isRepeatable || !error.maybeSent;
  if (!isSafe || tries >= attempts || !mayPass(error)) return undefined;
  const asked = error instanceof ApiError ? error.retryAfterMs : undefined;
  if (asked === undefined) return Math.min(jittered(delay * 2 ** (tries - 1)), maxDelay);
  // Never earlier than the service asks, see API-10: an attempt that is certainly refused is not worth the wait.
  return asked > maxDelay ? undefined : asked + Math.random() * Math.min(delay, maxDelay);
}

/** Returns whether the same request can succeed a little later. */
function mayPass(error: MessagingError): boolean {
  // After the limit for all attempts, there is no time for another one.
  if (error instanceof TimeoutError) return error.limit !== 'totalTimeout';
  if (!(error instanceof ApiError)) return error instanceof ConnectionError;
  const { status, serviceCode } = error;
  if (isKnownCode(serviceCode)) return ERRORS[serviceCode].retryable;
  return (
    status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501 && status !== 505)
  );
}

/** Spreads the waits, so that clients that failed together do not retry together. */
function jittered(delay: number): number {
  return delay * (0.5 + Math.random() / 2);
}
