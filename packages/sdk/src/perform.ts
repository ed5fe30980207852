import { abortError } from './abort-call.ts';
import { wait } from './deadline.ts';
import type { MessagingError } from './errors/messaging-error.ts';
import { type Answer, type Attempt, exchange, type Ky } from './exchange.ts';
import type { RequestEvent } from './hooks.ts';
import type { PreparedRequest } from './prepare.ts';
import type { Progress } from './progress.ts';
import { readHeaders } from './reading.ts';
import { retryDelay } from './retry.ts';
import type { Settings } from './settings.ts';

/** A call that was answered as it should be. */
export interface Performed<Value> {
  readonly value: Value;
  readonly answer: Answer;
  /** How often the request was handed to the network. */
  readonly attempts: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/**
 * Loading ky costs more than all the rest of this package, so nobody pays for it before the first request; and asking
 * for what is loaded costs something too, so nobody does after it.
 */
let loaded: Ky | undefined;

/**
 * Sends a request as often as it may be sent and has to be: see RetryOptions.
 *
 * @param read - Makes a value of an answer, or throws the error that it is.
 * @throws {MessagingError} What the last attempt failed with; its `attempts` and `maybeSent` speak for all of them.
 */
export async function perform<Value>(
  request: PreparedRequest,
  settings: Settings,
  read: (answer: Answer, progress: Progress) => Value,
): Promise<Performed<Value>> {
  const library = loaded ?? import('ky');
  // The clock starts once it is there. If it cannot be loaded, the attempt meets the reason.
  loaded ??= await Promise.resolve(library).catch(() => undefined);
  const startedAt = Date.now();
  const startedTicks = performance.now();
  const elapsed = () => performance.now() - startedTicks;
  const remaining = () => request.totalTimeoutMs - elapsed();
  const notify = settings.observe();
  const { progress } = request;
  let event: RequestEvent | undefined;

  async function attempt(): Promise<Performed<Value>> {
    const headers = headersOf(request);
    event = notify && describeAttempt(request, headers, progress, settings);
    if (event !== undefined) notify?.('beforeRequest', event);
    const began = elapsed();
    const answer = await exchange(
      { ...limitsOf(request, remaining()), request, headers: event?.headers ?? headers },
      library,
      settings,
      progress,
    );
    const ended = elapsed();
    if (event !== undefined) {
      const { status } = answer;
      const told = { request: event, status, headers: readHeaders(answer, settings.redact) };
      notify?.('afterResponse', { ...told, durationMs: ended - began });
    }
    const value = read(answer, progress);
    return { value, answer, attempts: progress.attempts, startedAt, durationMs: ended };
  }

  /** Waits for the time of the next attempt, or throws what the call ends with. */
  async function pause(error: MessagingError, wasMade: boolean): Promise<void> {
    // What kept the request from being handed to the network will do so again, and uses up no attempts.
    const delayMs = wasMade ? retryDelay(error, request.idempotent, request.retry) : undefined;
    if (delayMs === undefined || delayMs >= remaining()) throw error;
    if (event !== undefined) notify?.('beforeRetry', { request: event, error, delayMs });
    const { operation, ids, signal, stopRetries = signal } = request;
    const outcome = await wait({ timeoutMs: delayMs, signal: stopRetries });
    if (outcome.ended !== 'abort') return;
    throw abortError(operation, outcome.reason, settings.redact, { ...progress, ids });
  }

  for (;;) {
    const attemptsBefore = progress.attempts;
    try {
      return await attempt();
    } catch (error) {
      // Nothing but errors of this package comes out of an exchange or of reading an answer.
      const failed = pause(error as MessagingError, progress.attempts > attemptsBefore);
      await failed.catch((final: MessagingError) => {
        notify?.('onError', { operation: request.operation, request: event, error: final });
        throw final;
      });
    }
  }
}

function headersOf({ body }: PreparedRequest): Readonly<Record<string, string>> {
  return { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) };
}

/** The time an attempt has: its own, or what is left of all attempts' time. */
function limitsOf(request: PreparedRequest, remainingMs: number): Pick<Attempt, 'limits' | 'limit'> {
  const { signal, timeoutMs } = request;
  return remainingMs < timeoutMs
    ? { limits: { signal, timeoutMs: Math.max(0, remainingMs) }, limit: 'totalTimeout' }
    : { limits: { signal, timeoutMs }, limit: 'timeout' };
}

function describeAttempt(
  { operation, method, path, url, ids }: PreparedRequest,
  headers: Readonly<Record<string, string>>,
  { attempts }: Progress,
  { redact }: Settings,
): RequestEvent {
  return {
    operation,
    method,
    path,
    url: redact(url),
    headers: new Headers(headers),
    attempt: attempts + 1,
    ids,
  };
}
