import { missingApis, type Uncached, uncached } from '@messaging-service/contract';
import { findDiagnosticsChannels } from '../observe/diagnostics.ts';
import { classifyFailure, MAX_BODY_BYTES, tooLarge, unreadable } from './failure.ts';
import {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from './transport.ts';

/** The second argument that the client passes to a `fetch` function. */
export interface FetchInit extends Uncached {
  /** HTTP method. */
  method: string;
  /** Header fields by name. */
  headers: Record<string, string>;
  /** The body; absent for a request without one. */
  // oxlint-disable-next-line typescript/no-explicit-any -- each fetch implementation has its own type of bodies.
  body?: any;
  /** Aborts the request. */
  signal: AbortSignal;
  /** Redirects are not followed, because they would pass texts and the key in the query to an unknown address. */
  redirect: 'manual';
}

/** The part of the response of a `fetch` function that the client reads. */
export interface FetchResponse {
  /** HTTP status. */
  readonly status: number;
  /** Header fields. */
  readonly headers: {
    /** Calls a function with each field. */
    forEach(callback: (value: string, name: string) => void): void;
  };
  /** The bytes of the body, where the function has them as a stream. They are read up to 64 MiB. */
  readonly body?: unknown;
  /** Reads the body. */
  text(): Promise<string>;
}

/**
 * A function like the global `fetch`, such as the one of undici, node-fetch, an emulator or a framework. It is called with
 * the URL as text and plain data.
 */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/**
 * Creates a transport from a `fetch` function.
 *
 * @param fetch - The function. Default: the global `fetch`, looked up at each request, so that mocks installed later work.
 *
 * @example
 * ```ts
 * import { createMessagingClient, fetchTransport, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const client = createMessagingClient({
 *   ...optionsFromEnvironment(),
 *   transport: fetchTransport(globalThis.fetch),
 * });
 * await client.batches.listPending();
 * ```
 */
export function fetchTransport(fetch: Fetch = globalFetch): Transport {
  return async (request) => {
    if (request.signal.aborted) throw new TransportError('aborted', { sent: 'no' });
    let response: FetchResponse;
    try {
      response = await fetch(request.url, initOf(request));
    } catch (error) {
      throw classifyFailure(error);
    }
    return readResponse(response);
  };
}

const globalFetch: Fetch = (url, init) => {
  if (typeof globalThis.fetch === 'function') return globalThis.fetch(url, init);
  const message = `this environment ${missingApis(['fetch'])}, or pass the option fetch or transport`;
  throw new TransportError(message, { sent: 'no', permanent: true });
};

/** Returns the second argument of `fetch` for a request. */
export function initOf(request: TransportRequest): FetchInit {
  const { method, body, signal } = request;
  return {
    method,
    headers: headersOf(request),
    ...(body !== undefined && { body: needsBlob(request) ? new Blob([body]) : body }),
    signal,
    redirect: 'manual',
    ...uncached(),
  };
}

/**
 * Libraries that trace undici, which is the `fetch` of Node, subscribe to its diagnostics channel. They add their trace also
 * to a request that has one, and the service would get two.
 */
function headersOf({ headers, traceFields = [] }: TransportRequest): Record<string, string> {
  const own = { ...headers };
  if (traceFields.length > 0 && findDiagnosticsChannels()?.channel('undici:request:create').hasSubscribers)
    for (const name of traceFields) delete own[name];
  return own;
}

function isResponse(value: unknown): boolean {
  const { text, headers } = Object(value) as { text?: unknown; headers?: { forEach?: unknown } };
  return typeof text === 'function' && typeof headers?.forEach === 'function';
}

/** Reads the response of a `fetch` function to its end. */
export async function readResponse(response: FetchResponse): Promise<TransportResponse> {
  try {
    // A mock that returns nothing is a frequent mistake, and the runtime's message about it does not help.
    if (!isResponse(response))
      throw new TransportError('the fetch option did not return a Response', { sent: 'maybe' });
    const headers: Record<string, string> = {};
    response.headers.forEach((value, name) => {
      const key = name.toLowerCase();
      // Only `set-cookie` comes in several parts.
      headers[key] = Object.hasOwn(headers, key) ? `${headers[key]}, ${value}` : value;
    });
    return { status: response.status, headers, text: await readText(response) };
  } catch (error) {
    throw unreadable(error);
  }
}

/** Reads the body and counts its bytes, if the function has them as a stream. */
async function readText(response: FetchResponse): Promise<string> {
  const { body } = response;
  // Some simulated browsers have no decoder.
  if (!isStream(body) || typeof TextDecoder === 'undefined') return String(await response.text());
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  const add = (chunk: Chunk) => {
    // The streams of some mocks contain text.
    size += typeof chunk === 'string' ? chunk.length : chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw tooLarge();
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
  };
  await readChunks(body, add);
  return text + decoder.decode();
}

type Chunk = Uint8Array | string;

type Stream = ReadableStream<Chunk> | AsyncIterable<Chunk>;

/** Streams of the web and of Node. */
function isStream(body: unknown): body is Stream {
  return typeof body === 'object' && body !== null && ('getReader' in body || Symbol.asyncIterator in body);
}

/** Reads a stream; not every browser can iterate those of the web. */
async function readChunks(stream: Stream, add: (chunk: Chunk) => void): Promise<void> {
  if (!('getReader' in stream)) {
    // Leaving the loop closes the connection.
    for await (const chunk of stream) add(chunk);
    return;
  }
  const reader = stream.getReader();
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read())
      if (value !== undefined) add(value);
  } catch (error) {
    void reader.cancel().catch(() => undefined);
    throw error;
  }
}

/** The part of Deno's global object that is read here. */
interface DenoGlobal {
  readonly permissions: { querySync(descriptor: { name: 'net'; host: string }): { readonly state: string } };
}

const deno = (globalThis as { Deno?: DenoGlobal }).Deno;

/**
 * Deno repeats a POST when the service closes a kept connection instead of responding, although the request may have been
 * processed. It does not repeat a Blob, because it reads one as a stream.
 */
function needsBlob({ method, url, body }: TransportRequest): boolean {
  return deno !== undefined && body !== undefined && /^(?:POST|PATCH)$/.test(method) && mayCall(deno, url);
}

/** If Deno refuses the host, it never closes the stream of a Blob, and the program does not end. */
function mayCall({ permissions }: DenoGlobal, url: string): boolean {
  try {
    const { protocol, hostname, port } = new URL(url);
    const host = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
    return permissions.querySync({ name: 'net', host }).state === 'granted';
  } catch {
    return false;
  }
}
