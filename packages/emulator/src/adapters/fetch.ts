import { tooLarge } from '../http/exchange.ts';
import type { Gateway, Reply } from '../http/gateway.ts';
import { MAX_BODY_BYTES } from '../http/message.ts';

/** A base URL taken apart: what a request must begin with, and where the service's own path begins. */
export interface BaseUrl {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The path prefix without a trailing slash; empty for none. */
  readonly prefix: string;
}

/** Reads a base URL, or says what is wrong with it. */
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
export function fetchFace(gateway: Gateway, baseUrl: BaseUrl): typeof globalThis.fetch {
  return async (input, init) => {
    const request = input instanceof Request && init === undefined ? input : new Request(input, init);
    request.signal.throwIfAborted();
    const url = belowBaseUrl(baseUrl, request.url);
    if (url === undefined)
      throw new TypeError('fetch failed', {
        cause: new Error(`${new URL(request.url).origin} is not emulated here`),
      });
    const response = await answerRequest(gateway, request, url);
    request.signal.throwIfAborted();
    if (response === undefined)
      throw new TypeError('fetch failed', { cause: new Error('the emulator cut the connection') });
    return response;
  };
}

/** Answers a `Request` with a `Response`, or with undefined when the connection is to be cut. */
export async function answerRequest(
  gateway: Gateway,
  request: Request,
  url: string,
): Promise<Response | undefined> {
  const body = request.body === null ? '' : await readBody(request);
  if (body === undefined) return toResponse(gateway.refuseBody(tooLarge()));
  const reply = await gateway.handle({ method: request.method, url, body });
  return reply === 'disconnect' ? undefined : toResponse(reply);
}

async function readBody(request: Request): Promise<string | undefined> {
  const bytes = await request.arrayBuffer();
  return bytes.byteLength > MAX_BODY_BYTES ? undefined : new TextDecoder().decode(bytes);
}

function toResponse({ status, headers, body }: Exclude<Reply, 'disconnect'>): Response {
  const bytes = new TextEncoder().encode(body);
  // MSW keeps a mocked body without a length for ever.
  const length = { 'content-length': String(bytes.byteLength) };
  return new Response(hasNoBody(status) ? null : bytes, { status, headers: { ...headers, ...length } });
}

function hasNoBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}
