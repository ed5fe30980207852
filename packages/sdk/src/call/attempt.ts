import { ConnectionError, TimeoutError } from '../errors/call-errors.ts';
import { copyForeignError, createAbortError, findDigest, innermostMessage } from '../errors/foreign-error.ts';
import { MessagingError, type Progress } from '../errors/messaging-error.ts';
import type { Redact } from '../errors/redact.ts';
import type { RequestEvent } from '../observe/hooks.ts';
import { reportDeprecation } from '../observe/observe.ts';
import type { AttemptTrace } from '../observe/tracing.ts';
import { checkHeaders } from '../options/call-options.ts';
import type { ResolvedOptions } from '../options/resolve-options.ts';
import { findRuntimeLimit } from '../transport/failure.ts';
import { isTransportError, TransportError, type TransportResponse } from '../transport/transport.ts';
import { type Outcome, withDeadline } from './deadline.ts';
import { textsOf } from './flags.ts';
import { resentBefore } from './resent.ts';
import { explainReservedHost } from './reserved-host.ts';
import { readResponse, redactHeaders } from './response.ts';
import type { WrittenRequest } from './write-request.ts';

/** The parts of a call that do not change between its attempts. */
export interface Attempting {
  readonly request: WrittenRequest;
  readonly client: ResolvedOptions;
  /** Milliseconds since the call began. */
  readonly elapsed: () => number;
}

/** An attempt that ended the call with success. */
export interface SuccessfulAttempt<Value> {
  readonly ok: true;
  readonly value: Value;
  readonly response: TransportResponse;
  /** How often the call has passed its request to the transport. */
  readonly attempts: number;
  /** Whether an earlier attempt had queued the content. */
  readonly alreadyQueued: boolean;
}

/** An attempt that failed. */
export interface FailedAttempt {
  readonly ok: false;
  /** Its `attempts` and `maybeSent` cover the attempts before, too. */
  readonly error: MessagingError;
  readonly event: RequestEvent;
  /** Whether a repetition would fail in the same way. */
  readonly permanent: boolean;
}

/**
 * Sends a request once and reads the response.
 *
 * @param before - The attempts before this one.
 * @param trace - The trace of this attempt, which the caller ends.
 */
export async function runAttempt<Value>(
  attempting: Attempting,
  before: Progress,
  trace: AttemptTrace | undefined,
): Promise<SuccessfulAttempt<Value> | FailedAttempt> {
  const { request, client, elapsed } = attempting;
  const remainingMs = remainingOf(attempting);
  const isLast = remainingMs < request.timeoutMs;
  const event = describeAttempt(attempting, before);
  const began = elapsed();
  let wasPassed = false as boolean;
  const timeoutMs = isLast ? Math.max(0, remainingMs) : request.timeoutMs;
  const outcome = await withDeadline({ timeoutMs, signal: request.signal }, async (signal) => {
    const headers = await completeHeaders(request, client, event);
    // Hooks can take long. A transport that ignores its signal would then send, although the call has ended.
    if (signal.aborted) throw new TransportError('the call was aborted or has timed out', { sent: 'no' });
    wasPassed = true;
    return send(attempting, headers, trace, signal);
  });
  const attempts = before.attempts + (wasPassed ? 1 : 0);
  if (outcome.ended !== 'done') {
    const maybeSent = before.maybeSent || (wasPassed && mayHaveLeft(outcome.error));
    const error = describeFailure(attempting, outcome, isLast, elapsed() - began, { attempts, maybeSent });
    return { ok: false, error, event, permanent: isTransportError(outcome.error) && outcome.error.permanent };
  }
  const response = outcome.value;
  const headers = redactHeaders(response.headers, client.redact);
  void client.notify('afterResponse', {
    request: event,
    status: response.status,
    headers,
    durationMs: elapsed() - began,
  });
  reportDeprecation(request.name, headers, client.deprecated, client.notify);
  const reading = readResponse<Value>(response, request, { ...before, attempts }, client);
  if (!(reading instanceof MessagingError))
    return { ok: true, value: reading.value, response, attempts, alreadyQueued: false };
  const queued = resentBefore<Value>(reading, request, before, client.report);
  return queued === undefined
    ? { ok: false, error: reading, event, permanent: false }
    : { ok: true, value: queued.value, response, attempts, alreadyQueued: true };
}

/** Returns how long the call may still take, in milliseconds. */
export function remainingOf({ request: { totalTimeoutMs }, elapsed }: Attempting): number {
  return totalTimeoutMs - elapsed();
}

/**
 * Passes a request to the transport, with the header fields of its trace. The transport is called on its own: as a method of
 * the options it would get them, keys included, as `this`.
 */
async function send(
  { request: { url, body, operation }, client: { transport } }: Attempting,
  headers: Readonly<Record<string, string>>,
  trace: AttemptTrace | undefined,
  signal: AbortSignal,
): Promise<TransportResponse> {
  const basic = { method: operation.method, url, headers, body, signal };
  const pass = (added: Readonly<Record<string, string>>) =>
    transport({ ...basic, headers: { ...headers, ...added }, traceFields: Object.keys(added) });
  const sent = trace === undefined ? transport(basic) : trace.run(pass);
  // The caller's own transport may return anything.
  const response = Object(await sent) as Partial<TransportResponse>;
  const { status, text } = response;
  if (typeof status !== 'number' || typeof text !== 'string')
    throw new TransportError('the transport must return { status, headers, text }', { sent: 'maybe' });
  return { status, text, headers: textsOf(Object(response.headers) as object) };
}

/** Adds the header fields of the client, of the call and of the hook `beforeRequest`, in this order. */
async function completeHeaders(
  request: WrittenRequest,
  { extraHeaders, redact, notify }: ResolvedOptions,
  event: RequestEvent,
): Promise<Readonly<Record<string, string>>> {
  const { headers } = event;
  try {
    const extra = (await extraHeaders?.()) ?? {};
    const problem = checkHeaders(extra);
    if (typeof problem === 'string') throw new TypeError('it must return an object of strings');
    for (const { path, message } of problem ?? []) throw new TypeError(`${path} ${message}`);
    for (const added of [extra, request.headers ?? {}])
      for (const [name, value] of Object.entries(added)) headers.set(name, value);
  } catch (cause) {
    const { message } = copyForeignError(cause, redact);
    throw new TransportError(`the headers option failed: ${message}`, { sent: 'no' });
  }
  await notify('beforeRequest', event);
  return Object.fromEntries(headers);
}

/** Only an error of a transport can prove that the request was not sent. */
function mayHaveLeft(error: unknown): boolean {
  return !(isTransportError(error) && error.sent === 'no');
}

const RAISE_LIMIT =
  'Raise the limit of that fetch, or use createNodeTransport of @messaging-service/sdk/node, which has no limit of its own.';

function describeFailure(
  { request: { name, ids, timeoutMs, totalTimeoutMs }, client: { redact, prefix } }: Attempting,
  outcome: Exclude<Outcome<unknown>, { ended: 'done' }>,
  isLast: boolean,
  durationMs: number,
  progress: Progress,
): MessagingError {
  const details = { ...progress, ids };
  switch (outcome.ended) {
    case 'timeout': {
      const [ms, words] = isLast ? [totalTimeoutMs, ' in total'] : [timeoutMs, ''];
      const message = `${name} took longer than ${ms} ms${words}`;
      return new TimeoutError(message, ms, isLast ? 'totalTimeout' : 'timeout', details);
    }
    case 'abort':
      return createAbortError(name, outcome.reason, redact, details);
    case 'failure': {
      const limit = findRuntimeLimit(outcome.error);
      if (limit !== undefined) {
        const cause = copyForeignError(outcome.error, redact);
        const ms = Math.round(durationMs);
        const message = `${name} took longer than the runtime allows (${redact(limit)}): it ended after ${ms} ms, before your timeout of ${timeoutMs} ms. ${RAISE_LIMIT}`;
        return new TimeoutError(message, ms, 'runtime', { ...details, cause });
      }
      const cause = copyForeignError(outcome.error, redact);
      const reason = innermostMessage(cause);
      const hint = explainReservedHost(prefix, reason);
      const error = new ConnectionError(`${name} got no response: ${reason}${hint}`, { ...details, cause });
      return keepDigest(error, outcome.error, redact);
    }
  }
}

/**
 * Next.js throws an error from `fetch` to render a page at each request instead of once, and recognizes it by its digest when
 * the page throws it again.
 */
function keepDigest(error: ConnectionError, reason: unknown, redact: Redact): ConnectionError {
  const digest = findDigest(reason);
  return digest === undefined ? error : Object.defineProperty(error, 'digest', { value: redact(digest) });
}

function describeAttempt({ request, client }: Attempting, { attempts }: Progress): RequestEvent {
  const { name, operation, url, ids, body } = request;
  const headers = new Headers(client.headers);
  if (body !== undefined) headers.set('content-type', 'application/json');
  return {
    operation: name,
    method: operation.method,
    path: operation.path,
    url: client.redact(url),
    headers,
    attempt: attempts + 1,
    ids,
  };
}
