import { createAbortError } from '../errors/abort-error.ts';
import { ConnectionError } from '../errors/connection-error.ts';
import { copyForeignError, innermostMessage } from '../errors/foreign-error.ts';
import { MessagingError } from '../errors/messaging-error.ts';
import type { RequestValidationError } from '../errors/request-validation-error.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import type { RequestEvent } from '../observe/hooks.ts';
import type { Notify } from '../observe/observe.ts';
import type { ResolvedOptions } from '../options/resolve-options.ts';
import { isTransportError, TransportError, type TransportResponse } from '../transport/transport.ts';
import { type Outcome, wait, withDeadline } from './deadline.ts';
import type { Progress } from './progress.ts';
import { redactHeaders } from './raw-response.ts';
import { resentBefore } from './resent.ts';
import { explainReservedHost } from './reserved-host.ts';
import { readResponse } from './response.ts';
import { retryDelay } from './retry.ts';
import { nameOperation, type Operation, type WrittenRequest } from './write-request.ts';

/** A call that succeeded. */
export interface CompletedCall<Value> {
  readonly value: Value;
  readonly response: TransportResponse;
  /** How often the request was passed to the transport. */
  readonly attempts: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** Whether an earlier attempt had queued the content of the last one. */
  readonly alreadyQueued: boolean;
}

/** The parts of a call that do not change between its attempts. */
interface Call {
  readonly request: WrittenRequest;
  readonly client: ResolvedOptions;
  readonly notify: Notify | undefined;
  readonly progress: Progress;
  /** Milliseconds since the call began. */
  readonly elapsed: () => number;
}

/** The end of an attempt. */
type AttemptResult<Value> =
  | {
      readonly ok: true;
      readonly value: Value;
      readonly response: TransportResponse;
      readonly alreadyQueued: boolean;
    }
  | {
      readonly ok: false;
      readonly error: MessagingError;
      /** Undefined if the attempt ended before its event was created. */
      readonly event: RequestEvent | undefined;
      /** Whether a repetition would fail in the same way. */
      readonly permanent: boolean;
    };

/**
 * Sends a request as often as necessary and allowed: see `RetryOptions`.
 *
 * @param request - The request, or the reason why it was not written.
 * @throws {MessagingError} The error of the last attempt; its `attempts` and `maybeSent` cover the whole call.
 */
export async function runAttempts<Value>(
  request: WrittenRequest | RequestValidationError,
  operation: Operation,
  client: ResolvedOptions,
): Promise<CompletedCall<Value>> {
  // Hooks and transports run only after the caller has the promise.
  await Promise.resolve();
  const notify = client.observe();
  if (request instanceof MessagingError) {
    void notify?.('onError', { operation: nameOperation(operation), request: undefined, error: request });
    throw request;
  }
  const startedAt = Date.now();
  const startedTicks = performance.now();
  const elapsed = () => performance.now() - startedTicks;
  const progress = { attempts: 0, maybeSent: false };
  const call: Call = { request, client, notify, progress, elapsed };
  for (let tries = 1; ; tries += 1) {
    const result = await runAttempt<Value>(call);
    if (result.ok) {
      const { value, response, alreadyQueued } = result;
      const { attempts } = progress;
      return { value, response, alreadyQueued, attempts, startedAt, durationMs: elapsed() };
    }
    const final = await pause(call, result, tries);
    if (final === undefined) continue;
    void notify?.('onError', { operation: request.name, request: result.event, error: final });
    throw final;
  }
}

/** Waits for the time of the next attempt. Returns the error of the call if there must not be another attempt. */
async function pause(
  call: Call,
  { error, event, permanent }: AttemptResult<never> & { ok: false },
  tries: number,
): Promise<MessagingError | undefined> {
  const { request, client, notify, progress } = call;
  const isRepeatable = request.operation.idempotent || request.resend !== undefined;
  const delayMs = permanent ? undefined : retryDelay(error, tries, isRepeatable, request.retry);
  if (delayMs === undefined || delayMs >= remainingOf(call)) return error;
  if (event !== undefined) void notify?.('beforeRetry', { request: event, error, delayMs });
  const { name, ids, signal, stopRetries = signal } = request;
  const outcome = await wait({ timeoutMs: delayMs, signal: stopRetries });
  if (outcome.ended !== 'abort') return undefined;
  return createAbortError(name, outcome.reason, client.redact, { ...progress, ids });
}

async function runAttempt<Value>(call: Call): Promise<AttemptResult<Value>> {
  const { request, client, notify, progress, elapsed } = call;
  const remainingMs = remainingOf(call);
  const isLast = remainingMs < request.timeoutMs;
  const event = notify && describeAttempt(call);
  const began = event === undefined ? 0 : elapsed();
  const attemptsBefore = progress.attempts;
  const outcome = await withDeadline(
    { timeoutMs: isLast ? Math.max(0, remainingMs) : request.timeoutMs, signal: request.signal },
    (signal) => send(call, event, signal),
  );
  if (outcome.ended !== 'done') {
    progress.maybeSent ||= progress.attempts > attemptsBefore && mayHaveLeft(outcome.error);
    const permanent = isTransportError(outcome.error) && outcome.error.permanent;
    return { ok: false, error: describeFailure(call, outcome, isLast), event, permanent };
  }
  const response = outcome.value;
  if (event !== undefined) {
    const headers = redactHeaders(response.headers, client.redact);
    void notify?.('afterResponse', {
      request: event,
      status: response.status,
      headers,
      durationMs: elapsed() - began,
    });
  }
  const mayBeQueued = progress.maybeSent;
  const read = readResponse<Value>(response, request, progress, client);
  if (!(read instanceof MessagingError))
    return { ok: true, value: read.value, response, alreadyQueued: false };
  const queued = mayBeQueued ? resentBefore<Value>(read, request) : undefined;
  return queued === undefined
    ? { ok: false, error: read, event, permanent: false }
    : { ok: true, value: queued.value, response, alreadyQueued: true };
}

/** Returns how long the call may still take, in milliseconds. */
function remainingOf({ request: { totalTimeoutMs }, elapsed }: Call): number {
  return totalTimeoutMs === Number.POSITIVE_INFINITY ? totalTimeoutMs : totalTimeoutMs - elapsed();
}

/** Completes the header fields and passes the request to the transport. */
async function send(
  { request, client, notify, progress }: Call,
  event: RequestEvent | undefined,
  signal: AbortSignal,
): Promise<TransportResponse> {
  let headers = request.body === undefined ? client.headers.withoutBody : client.headers.withBody;
  if (client.extraHeaders !== undefined || event !== undefined) {
    headers = await completeHeaders(headers, client, notify, event);
    // Hooks can take long. A transport that ignores its signal would then send, although the call has ended.
    if (signal.aborted) throw new TransportError('the call was aborted or has timed out', { sent: 'no' });
  }
  progress.attempts += 1;
  const { url, body, operation } = request;
  // Called on its own: as a method it would get the options, keys included, as `this`.
  const { transport } = client;
  const sent = transport({ method: operation.method, url, headers, body, signal });
  // The caller's own transport may return anything.
  const response = (await sent) as TransportResponse | undefined;
  if (typeof response?.status !== 'number' || typeof response.text !== 'string')
    throw new TransportError('the transport returned no response', { sent: 'maybe' });
  return response;
}

async function completeHeaders(
  basic: Readonly<Record<string, string>>,
  { extraHeaders, redact }: ResolvedOptions,
  notify: Notify | undefined,
  event: RequestEvent | undefined,
): Promise<Readonly<Record<string, string>>> {
  let extra: Readonly<Record<string, string>> | undefined;
  try {
    extra = await extraHeaders?.();
  } catch (cause) {
    const { message } = copyForeignError(cause, redact);
    throw new TransportError(`the headers option failed: ${message}`, { sent: 'no', permanent: true });
  }
  if (event === undefined) return { ...basic, ...lowerCased(extra) };
  for (const [name, value] of Object.entries(extra ?? {})) event.headers.set(name, value);
  await notify?.('beforeRequest', event);
  return Object.fromEntries(event.headers);
}

function lowerCased(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Only an error of a transport can prove that the request was not sent. */
function mayHaveLeft(error: unknown): boolean {
  return !(isTransportError(error) && error.sent === 'no');
}

function describeFailure(
  { request: { name, ids, timeoutMs, totalTimeoutMs }, client: { redact, prefix }, progress }: Call,
  outcome: Exclude<Outcome<unknown>, { ended: 'done' }>,
  isLast: boolean,
): MessagingError {
  const details = { ...progress, ids };
  switch (outcome.ended) {
    case 'timeout':
      return isLast
        ? new TimeoutError(name, totalTimeoutMs, 'totalTimeout', details)
        : new TimeoutError(name, timeoutMs, 'timeout', details);
    case 'abort':
      return createAbortError(name, outcome.reason, redact, details);
    case 'failure': {
      const cause = copyForeignError(outcome.error, redact);
      const reason = innermostMessage(cause);
      const hint = explainReservedHost(prefix, reason);
      return new ConnectionError(`${name} got no response: ${reason}${hint}`, { ...details, cause });
    }
  }
}

function describeAttempt({ request, client, progress }: Call): RequestEvent {
  const { name, operation, url, ids, body } = request;
  return {
    operation: name,
    method: operation.method,
    path: operation.path,
    url: client.redact(url),
    headers: new Headers(body === undefined ? client.headers.withoutBody : client.headers.withBody),
    attempt: progress.attempts + 1,
    ids,
  };
}
