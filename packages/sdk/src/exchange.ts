import { type Outcome, withDeadline } from './deadline.ts';
import { AbortError } from './errors/abort-error.ts';
import { ConnectionError } from './errors/connection-error.ts';
import type { CallDetails, MessagingError } from './errors/messaging-error.ts';
import { TimeoutError } from './errors/timeout-error.ts';
import { copyForeignError, innermostMessage, neverLeft } from './foreign-error.ts';
import type { Fetch } from './options.ts';
import type { PreparedRequest } from './prepare.ts';
import type { Settings } from './settings.ts';

/** An answer, read to its end. */
export interface Answer {
  /** HTTP status. */
  readonly status: number;
  readonly headers: Headers;
  /** The body. */
  readonly text: string;
  /** How often the request was handed to the network. */
  readonly attempts: number;
}

/**
 * Sends a request, once, and reads the whole answer, whatever its status.
 *
 * @throws {TimeoutError | AbortError | ConnectionError} When there is no whole answer.
 */
export async function exchange(request: PreparedRequest, settings: Settings): Promise<Answer> {
  let attempts = 0;
  // Only what happens from here on can have reached the service: loading ky and making the request cannot.
  const fetch: Fetch = async (input, init) => {
    // It may be over already; a fetch that ignores its signal would send all the same.
    input.signal.throwIfAborted();
    attempts += 1;
    return assertResponse(await settings.fetch(input, init));
  };
  // Loading ky costs more than all the rest of this package, so nobody pays for it before the first request.
  const library = import('ky');
  // The clock starts once it is there. If it cannot be loaded, `send` meets the reason.
  await library.catch(() => undefined);
  const outcome = await withDeadline(request, async (signal) => send(await library, request, fetch, signal));
  if (outcome.ended === 'done') return { ...outcome.value, attempts };
  throw failure(outcome, request, settings, { attempts, maybeSent: attempts > 0, ids: request.ids });
}

async function send(
  { default: ky }: typeof import('ky'),
  { method, url, body }: PreparedRequest,
  fetch: Fetch,
  signal: AbortSignal,
) {
  const response = await ky(url, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
    fetch: fetch as typeof globalThis.fetch,
    signal,
    // A redirect would carry texts, and a key in the query, to an address that nobody configured.
    redirect: 'manual',
    // Attempts, deadlines and statuses are ours: see deadline.ts and read-answer.ts.
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** A mock that answers nothing is a frequent mistake, and what ky says of it helps nobody. */
function assertResponse(response: unknown): Response {
  const isResponse = typeof response === 'object' && response !== null && 'headers' in response;
  if (!isResponse) throw new TypeError('the fetch option gave no Response');
  return response as Response;
}

function failure(
  outcome: Exclude<Outcome<unknown>, { ended: 'done' }>,
  { operation, timeoutMs }: PreparedRequest,
  { redact }: Settings,
  details: CallDetails,
): MessagingError {
  switch (outcome.ended) {
    case 'timeout':
      return new TimeoutError(operation, timeoutMs, details);
    case 'abort':
      return new AbortError(`${operation} was aborted`, { ...details, cause: outcome.reason });
    case 'failure': {
      const cause = copyForeignError(outcome.error, redact);
      const maybeSent = details.maybeSent === true && !neverLeft(outcome.error);
      const message = `${operation} got no answer: ${innermostMessage(cause)}`;
      return new ConnectionError(message, { ...details, maybeSent, cause });
    }
  }
}
