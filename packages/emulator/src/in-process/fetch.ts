import { type HttpRequest, NOT_UTF8 } from '../http/message.ts';
import type { CallHandler, Reply } from '../public-api/public-api.ts';

/** The parts of a base URL: the beginning of every request, and the position of the service's own path. */
export interface BaseUrl {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The path prefix without a trailing slash; empty for none. */
  readonly prefix: string;
}

/** Reads a base URL. */
export function parseBaseUrl(text: string): BaseUrl {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`baseUrl ${JSON.stringify(text)} is not an absolute http or https URL.`);
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}

/** Path and query below the base URL, or undefined when the URL is outside of it. */
export function belowBaseUrl({ origin, prefix }: BaseUrl, url: string): string | undefined {
  if (!url.startsWith(origin)) return undefined;
  const path = url.slice(origin.length).split('#', 1)[0] as string;
  const below = path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
  return below === undefined || /^[/?]/.test(below) ? below : undefined;
}

/**
 * The emulator as a `fetch` function: for clients that take one, with no interception and no network. Requests outside
 * the base URL fail as an unreachable host does.
 */
export function createFetch(publicApi: CallHandler, baseUrl: BaseUrl): typeof globalThis.fetch {
  return async (input, init) => {
    const request = plainRequest(input, init) ?? toRequest(input, init);
    request.signal?.throwIfAborted();
    const url = belowBaseUrl(baseUrl, request.url);
    if (url === undefined)
      throw new TypeError('fetch failed', {
        cause: new Error(
          `${new URL(request.url).origin} is not emulated here. This emulator responds at ${baseUrl.origin}${baseUrl.prefix}: use its baseUrl, or pass createEmulator() another baseUrl`,
        ),
      });
    const pending =
      request instanceof Request ? respond(publicApi, request, url) : handle(publicApi, { ...request, url });
    const response = await (request.signal === undefined ? pending : unlessAborted(pending, request.signal));
    if (response === undefined)
      throw new TypeError('fetch failed', { cause: new Error('the emulator cut the connection') });
    return response;
  };
}

type FetchInput = Parameters<typeof globalThis.fetch>[0];

function toRequest(input: FetchInput, init: RequestInit | undefined): Request {
  return input instanceof Request && init === undefined ? input : new Request(input, init);
}

/** The content of a call. */
interface PlainRequest {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly signal: AbortSignal | undefined;
}

/**
 * The content of a call, read without a `Request`, because creating one costs as much as the call itself. Undefined if
 * only a `Request` can interpret or refuse the arguments.
 */
function plainRequest(
  input: FetchInput,
  { method = 'GET', body, signal }: RequestInit = {},
): PlainRequest | undefined {
  if (
    input instanceof Request ||
    !(method === 'GET' ? body == null : /^(POST|PUT|PATCH|DELETE)$/.test(method))
  )
    return undefined;
  const text = typeof body === 'string' ? textOf(body) : body instanceof Uint8Array ? decode(body) : body;
  if (typeof (text ?? '') !== 'string') return undefined;
  if (signal != null && !(signal instanceof AbortSignal)) return undefined;
  const url = URL.parse(String(input));
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  return { method, url: url.href, body: (text ?? '') as string, signal: signal ?? undefined };
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

/** Returns the `Response` to a `Request`, or undefined when the connection must be cut. */
export async function respond(
  publicApi: CallHandler,
  request: Request,
  url: string,
): Promise<Response | undefined> {
  const body = request.body === null ? '' : decode(new Uint8Array(await request.arrayBuffer()));
  return handle(publicApi, { method: request.method, url, body });
}

async function handle(publicApi: CallHandler, request: HttpRequest): Promise<Response | undefined> {
  const reply = await publicApi.handle(request);
  return reply === 'disconnect' ? undefined : toResponse(reply);
}

/** A text as it arrives: its bytes are UTF-8, without a byte order mark. */
function textOf(text: string): string {
  const wellFormed = text.toWellFormed();
  return wellFormed.startsWith('\uFEFF') ? wellFormed.slice(1) : wellFormed;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return NOT_UTF8 + new TextDecoder().decode(bytes);
  }
}

function toResponse({ status, headers, body }: Exclude<Reply, 'disconnect'>): Response {
  const bytes = new TextEncoder().encode(body);
  // MSW never frees a mocked body without a length.
  const length = { 'content-length': String(bytes.byteLength) };
  return new Response(hasNoBody(status) ? null : bytes, { status, headers: { ...headers, ...length } });
}

function hasNoBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}
