import { NOT_A_WEB_URL, webUrlProblem } from '@messaging-service/contract';
import { parseTarget } from '../http/decode.ts';
import { textOfBytes } from '../http/message.ts';
import type { CallHandler, Reply } from '../public-api/public-api.ts';

/**
 * Reads a base URL: scheme, host and path, without a slash at the end.
 *
 * @throws {TypeError} when it is not an address of a server.
 */
export function parseBaseUrl(text: string): string {
  const problem = webUrlProblem(text);
  if (problem === NOT_A_WEB_URL)
    throw new TypeError(`baseUrl ${JSON.stringify(text)} is not an absolute http or https URL.`);
  if (problem !== undefined) throw new TypeError(`baseUrl ${JSON.stringify(text)} ${problem}.`);
  const url = new URL(text);
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** Path and query below the base URL, or undefined when the URL is outside of it. */
export function belowBaseUrl(baseUrl: string, url: string): string | undefined {
  if (!url.startsWith(baseUrl)) return undefined;
  const below = url.slice(baseUrl.length).split('#', 1)[0] as string;
  return /^[/?]/.test(below) ? below : undefined;
}

/**
 * The emulator as a `fetch` function: for clients that take one, with no interception and no network. Requests outside
 * the base URL fail as an unreachable host does.
 */
export function createFetch(publicApi: CallHandler, baseUrl: string): typeof globalThis.fetch {
  return async (input, init) => {
    const body = knownBody(init?.body);
    // It interprets and refuses the arguments as the global `fetch` does. Creating it with a body and a signal would take as
    // long as the call itself.
    const isSimple = body !== undefined && !(input instanceof Request);
    const request = new Request(input, isSimple ? { ...init, body: null, signal: null } : init);
    if (isSimple && /^(?:GET|HEAD)$/.test(request.method))
      throw new TypeError('Request with GET/HEAD method cannot have body.');
    const signal = init?.signal ?? request.signal;
    signal.throwIfAborted();
    const url = belowBaseUrl(baseUrl, request.url);
    if (url === undefined)
      throw fetchFailed(
        `${new URL(request.url).origin} is not emulated here. This emulator responds at ${baseUrl}: use its baseUrl, or pass createEmulator() another baseUrl`,
      );
    const response = await unlessAborted(respond(publicApi, request, url, body), signal);
    if (response.type === 'error') throw fetchFailed('the emulator cut the connection');
    return asFetched(response, request.url);
  };
}

/** A constructed `Response` has no URL. That of a network has one, without the fragment. */
function asFetched(response: Response, url: string): Response {
  const [address] = url.split('#', 1);
  return Object.defineProperties(response, { url: { value: address }, type: { value: 'basic' } });
}

/** The error of the global `fetch` for a host that cannot be reached. */
function fetchFailed(reason: string): TypeError {
  return new TypeError('fetch failed', { cause: new Error(reason) });
}

/** A body that need not be read from a stream, so that calls take effect in the order in which they are made. API-9. */
function knownBody(body: RequestInit['body']): string | undefined {
  if (typeof body === 'string') return body.toWellFormed().replace(/^\uFEFF/, '');
  return body instanceof Uint8Array ? decode(body) : undefined;
}

/** A fault may delay a response for longer than a caller wants to wait. */
async function unlessAborted<T>(pending: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([pending, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Returns the `Response` to a `Request`. */
export async function respond(
  publicApi: CallHandler,
  request: Request,
  url: string,
  known?: string,
): Promise<Response> {
  const body = known ?? (request.body === null ? '' : decode(new Uint8Array(await request.arrayBuffer())));
  const { method } = request;
  return toResponse(await publicApi.handle({ method, target: parseTarget(url), body }), method);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return textOfBytes(bytes);
  }
}

/** A reply as a `Response`: an error response, as of a failed network, if a fault cuts the connection. */
export function toResponse(reply: Reply, method = 'GET'): Response {
  if (reply === 'disconnect') return Response.error();
  const { status, headers, body } = reply;
  const bytes = new TextEncoder().encode(body);
  // MSW never frees a mocked body without a length.
  const length = { 'content-length': String(bytes.byteLength) };
  return new Response(hasNoBody(status) || method === 'HEAD' ? null : bytes, {
    status,
    headers: { ...headers, ...length },
  });
}

function hasNoBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}
