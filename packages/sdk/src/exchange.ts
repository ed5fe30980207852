import { abortError } from './abort-call.ts';
import { bodyOnce } from './body-once.ts';
import { type Limits, type Outcome, withDeadline } from './deadline.ts';
import { ConnectionError } from './errors/connection-error.ts';
import type { CallDetails, MessagingError } from './errors/messaging-error.ts';
import { type TimeLimit, TimeoutError } from './errors/timeout-error.ts';
import { copyForeignError, innermostMessage, neverLeft } from './foreign-error.ts';
import type { Fetch } from './options.ts';
import type { PreparedRequest } from './prepare.ts';
import type { Progress } from './progress.ts';
import { REQUEST_BODY } from './request-body.ts';
import type { Settings } from './settings.ts';

/** An answer, read to its end. */
export interface Answer {
  /** HTTP status. */
  readonly status: number;
  readonly headers: Headers;
  /** The body. */
  readonly text: string;
}

/** One attempt at a request. */
export interface Attempt {
  readonly request: PreparedRequest;
  /** The header fields to send. */
  readonly headers: Headers | Readonly<Record<string, string>>;
  /** When it has to end. */
  readonly limits: Limits;
  /** Which of the time limits that is. */
  readonly limit: TimeLimit;
}

/** The module. */
export type Ky = typeof import('ky');

/**
 * Sends a request, once, and reads the whole answer, whatever its status. Counts the attempt.
 *
 * @throws {TimeoutError | AbortError | ConnectionError} When there is no whole answer.
 */
export async function exchange(
  attempt: Attempt,
  library: Ky | Promise<Ky>,
  settings: Settings,
  progress: Progress,
): Promise<Answer> {
  const attemptsBefore = progress.attempts;
  // Called by itself: as a method it would get the settings, keys included, for `this`, and browsers refuse theirs so.
  const { fetch: transport } = settings;
  // Only what happens from here on can have reached the service: loading ky and making the request cannot.
  const fetch: Fetch = async (input, init) => {
    // It may be over already; a fetch that ignores its signal would send all the same.
    input.signal.throwIfAborted();
    progress.attempts += 1;
    Object.defineProperty(input, REQUEST_BODY, { value: attempt.request.body });
    return assertResponse(await transport(input, init));
  };
  const outcome = await withDeadline(attempt.limits, async (signal) =>
    send(await library, attempt, fetch, signal),
  );
  if (outcome.ended === 'done') return outcome.value;
  const wasSent = progress.attempts > attemptsBefore;
  progress.maybeSent ||= wasSent && !(outcome.ended === 'failure' && neverLeft(outcome.error));
  throw failure(outcome, attempt, settings, { ...progress, ids: attempt.request.ids });
}

async function send(
  { default: ky }: Ky,
  { request: { method, url, body, idempotent }, headers }: Attempt,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<Answer> {
  const response = await ky(url, {
    method,
    headers,
    ...(body !== undefined && { body: idempotent ? body : bodyOnce(body) }),
    fetch: fetch as typeof globalThis.fetch,
    signal,
    // A redirect would carry texts, and a key in the query, to an address that nobody configured.
    redirect: 'manual',
    // Attempts, deadlines and statuses are ours: see perform.ts, deadline.ts and read-answer.ts.
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
  });
  return { status: response.status, headers: response.headers, text: String(await response.text()) };
}

/** A mock that answers nothing is a frequent mistake, and what ky says of it helps nobody. */
function assertResponse(response: unknown): Response {
  const { headers, text } = Object(response) as Partial<Response>;
  const isResponse = typeof text === 'function' && typeof headers?.[Symbol.iterator] === 'function';
  if (!isResponse) throw new TypeError('the fetch option gave no Response');
  return response as Response;
}

function failure(
  outcome: Exclude<Outcome<unknown>, { ended: 'done' }>,
  { request: { operation, timeoutMs, totalTimeoutMs }, limit }: Attempt,
  { redact }: Settings,
  details: CallDetails,
): MessagingError {
  switch (outcome.ended) {
    case 'timeout':
      return new TimeoutError(operation, limit === 'timeout' ? timeoutMs : totalTimeoutMs, limit, details);
    case 'abort':
      return abortError(operation, outcome.reason, redact, details);
    case 'failure': {
      const cause = copyForeignError(outcome.error, redact);
      const message = `${operation} got no answer: ${innermostMessage(cause)}`;
      return new ConnectionError(message, { ...details, cause });
    }
  }
}
