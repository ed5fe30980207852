import { ConnectionError, TimeoutError } from '../errors/call-errors.ts';
import { copyForeignError, createAbortError, findDigest, innermostMessage } from '../errors/foreign-error.ts';
import { MessagingError, type Progress } from '../errors/messaging-error.ts';
import type { Redact } from '../errors/redact.ts';
import type { RequestEvent } from '../observe/hooks.ts';
import type { AttemptTrace } from '../observe/tracing.ts';
import type { HeaderFields } from '../options/headers.ts';
import type { ResolvedOptions } from '../options/resolve-options.ts';
import { findRuntimeLimit } from '../transport/failure.ts';
import { isTransportError, TransportError } from '../transport/transport.ts';
import { type Outcome, withDeadline } from './deadline.ts';
import { reportDeprecation } from './deprecation.ts';
import { type ReceivedResponse, receiveResponse } from './received-response.ts';
import { writeHeaders } from './request-headers.ts';
import { resentBefore } from './resent.ts';
import { explainReservedHost } from './reserved-host.ts';
import { readResponse } from './response.ts';
import type { WrittenRequest } from './write-request.ts';

/** The parts of a call that do not change between its attempts. */
export interface Attempting {
  readonly request: WrittenRequest;
  readonly client: ResolvedOptions;
  /** Milliseconds since the call began. */
  readonly elapsed: () => number;
}

/** An attempt that ended the call with success. */
export interface SuccessfulAttempt {
  readonly ok: true;
  readonly value: unknown;
  readonly response: ReceivedResponse;
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
  /** Returns what observers get of the attempt, always the same object. */
  readonly describe: () => RequestEvent;
  /** Whether a repetition would fail in the same way. */
  readonly permanent: boolean;
}

/**
 * Sends a request once and reads the response.
 *
 * @param before - The attempts before this one.
 * @param trace - The trace of this attempt, which the caller ends.
 */
export async function runAttempt(
  attempting: Attempting,
  before: Progress,
  trace: AttemptTrace | undefined,
): Promise<SuccessfulAttempt | FailedAttempt> {
  const { request, client, elapsed } = attempting;
  const remainingMs = remainingOf(attempting);
  const isLast = remainingMs < request.timeoutMs;
  const began = elapsed();
  let headers = request.headers;
  let event = undefined as RequestEvent | undefined;
  const describe = () => (event ??= describeAttempt(attempting, before, headers));
  let wasPassed = false as boolean;
  const timeoutMs = isLast ? Math.max(0, remainingMs) : request.timeoutMs;
  const outcome = await withDeadline({ timeoutMs, signal: request.signal }, async (signal) => {
    if (client.computeHeaders !== undefined || request.ownHeaders !== undefined)
      headers = await writeHeaders(request, client);
    const pending = client.notify('beforeRequest', describe);
    if (pending !== undefined) await pending;
    // The hook may have added some.
    if (event !== undefined) headers = Object.fromEntries(event.headers);
    // Hooks can take long. A transport that ignores its signal would then send, although the call has ended.
    if (signal.aborted) throw new TransportError('the call was aborted or has timed out', { sent: 'no' });
    wasPassed = true;
    return receiveResponse(await send(attempting, headers, trace, signal), client.redact);
  });
  const attempts = before.attempts + (wasPassed ? 1 : 0);
  if (outcome.ended !== 'done') {
    const maybeSent = before.maybeSent || (wasPassed && mayHaveLeft(outcome.error));
    const error = describeFailure(attempting, outcome, isLast, elapsed() - began, { attempts, maybeSent });
    const permanent = isTransportError(outcome.error) && outcome.error.permanent;
    return { ok: false, error, describe, permanent };
  }
  const response = outcome.value;
  void client.notify('afterResponse', () => {
    const { status, headers } = response;
    return { request: describe(), status, headers, durationMs: elapsed() - began };
  });
  reportDeprecation(request.name, response, client.deprecated, client.notify);
  const reading = readResponse(response, request, { ...before, attempts }, client);
  if (!(reading instanceof MessagingError))
    return { ok: true, value: reading.value, response, attempts, alreadyQueued: false };
  const queued = resentBefore(reading, request, before, client.report);
  return queued === undefined
    ? { ok: false, error: reading, describe, permanent: false }
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
function send(
  { request: { url, body, operation }, client: { transport } }: Attempting,
  headers: HeaderFields,
  trace: AttemptTrace | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  const { method } = operation;
  const pass = (added?: HeaderFields) => {
    // A copy: the caller's transport may change it.
    const all = { ...headers, ...added };
    return transport({ method, url, headers: all, body, signal, traceFields: added && Object.keys(added) });
  };
  return trace === undefined ? pass() : trace.run(pass);
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

function describeAttempt(
  { request, client }: Attempting,
  { attempts }: Progress,
  headers: HeaderFields,
): RequestEvent {
  const { name, url, ids } = request;
  const { method, path } = request.operation;
  return {
    operation: name,
    method,
    path,
    url: client.redact(url),
    headers: new Headers(headers),
    attempt: attempts + 1,
    ids,
  };
}
