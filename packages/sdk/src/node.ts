/**
 * A transport for the client on Node: `node:http` with connections that are kept alive, in place of `fetch`.
 *
 * @packageDocumentation
 */
import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Fetch } from './options.ts';
import { REQUEST_BODY } from './request-body.ts';

/** How the connections of {@link createNodeFetch} are kept. */
export interface NodeFetchOptions {
  /** How many connections to the service there may be at once; further requests wait for one. Default: no limit. */
  maxSockets?: number | undefined;
  /**
   * How long an idle connection is kept, in milliseconds, unless the service asks for less. It should be shorter than
   * what the service and everything before it waits: a connection that they close just as a text is sent leaves nobody
   * sure whether it was. Default: 4,000.
   */
  idleTimeout?: number | undefined;
}

const DEFAULT_IDLE_TIMEOUT_MS = 4000;

/** What timers can count: beyond it they would ring at once. */
const MAX_IDLE_TIMEOUT_MS = 2 ** 31 - 1;

/** A transport, to be given to `createMessagingClient` as `fetch`. */
export interface NodeFetch extends Fetch {
  /** Closes all connections. Idle ones keep no process alive, so this is for tests and tidy shutdowns only. */
  close(): void;
}

/**
 * Makes a transport that costs less than half of what the global `fetch` does. It takes what the client sends: it
 * follows no redirects, asks for no compression, and gives an answer once it has all of its body.
 *
 * @param options - How connections are kept.
 * @throws {TypeError} Something is wrong with the options: with `maxSockets: 0`, for example, every call would wait for ever.
 *
 * @example
 * ```ts
 * import { createMessagingClient } from '@messaging-service/sdk';
 * import { createNodeFetch } from '@messaging-service/sdk/node';
 *
 * const client = createMessagingClient({
 *   baseUrl: 'https://api.example.com',
 *   accountKey: '0123456789abcdef0123456789abcdef',
 *   fetch: createNodeFetch({ maxSockets: 50 }),
 * });
 * await client.batches.listPending();
 * ```
 */
export function createNodeFetch(options: NodeFetchOptions = {}): NodeFetch {
  const problem = problemOf(options);
  if (problem !== undefined) throw new TypeError(`The transport cannot be made: ${problem}`);
  const { maxSockets, idleTimeout = DEFAULT_IDLE_TIMEOUT_MS } = options;
  const settings = {
    keepAlive: true,
    timeout: idleTimeout,
    ...(maxSockets !== undefined && { maxSockets }),
  };
  const http = new HttpAgent(settings);
  const https = new HttpsAgent(settings);
  const fetch: Fetch = async (request) => {
    const { protocol, hostname, port, pathname, search } = new URL(request.url);
    const body = await readBody(request);
    const isSecure = protocol === 'https:';
    const target = {
      agent: isSecure ? https : http,
      hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
      port,
      path: pathname + search,
      method: request.method,
      headers: {
        'accept-encoding': 'identity',
        ...Object.fromEntries(request.headers),
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
    };
    return exchange(isSecure ? httpsRequest : httpRequest, target, body, request.signal);
  };
  return Object.assign(fetch, {
    close: () => {
      http.destroy();
      https.destroy();
    },
  });
}

function problemOf(options: unknown): string | undefined {
  if (typeof options !== 'object' || options === null) return 'it must be given an object of options';
  const { maxSockets, idleTimeout, ...others }: NodeFetchOptions = options;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return `${unknown} is not a known option`;
  if (maxSockets !== undefined && !(Number.isSafeInteger(maxSockets) && maxSockets >= 1))
    return 'maxSockets must be a whole number, at least 1';
  if (idleTimeout !== undefined && !isTime(idleTimeout))
    return `idleTimeout must be a number of milliseconds above 0 and up to ${MAX_IDLE_TIMEOUT_MS}`;
  return undefined;
}

function isTime(value: unknown): boolean {
  return typeof value === 'number' && value > 0 && value <= MAX_IDLE_TIMEOUT_MS;
}

function exchange(
  send: typeof httpRequest,
  options: RequestOptions,
  body: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = send(options, (message) => {
      const chunks: Buffer[] = [];
      // Not by iterating over it, which makes an error for each message just to clean up.
      message.on('data', (chunk: Buffer) => chunks.push(chunk));
      message.on('end', () => {
        try {
          finish(resolve)(createResponse(message, chunks));
        } catch (error) {
          finish(reject)(error);
        }
      });
      message.on('error', finish(reject));
    });
    const onAbort = () => request.destroy(signal.reason as Error);
    // A signal may outlive many requests.
    const finish =
      <T>(settle: (value: T) => void) =>
      (value: T) => {
        signal.removeEventListener('abort', onAbort);
        settle(value);
      };
    signal.addEventListener('abort', onAbort, { once: true });
    request.on('error', finish(reject));
    request.end(body);
  });
}

/** The text as the client left it, or else as anybody's `Request` has it. */
async function readBody(
  request: Request & { readonly [REQUEST_BODY]?: string },
): Promise<string | undefined> {
  return request[REQUEST_BODY] ?? (request.body === null ? undefined : request.text());
}

/**
 * Makes the response that `fetch` would give.
 *
 * @throws {Error} A status that no response can have, such as 999, or a body that is not compressed as its header says.
 */
function createResponse(
  { headers: { 'content-encoding': encoding }, rawHeaders, statusCode = 0 }: IncomingMessage,
  chunks: readonly Buffer[],
): Response {
  const headers = new Headers();
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '');
  const hasNoBody = statusCode === 204 || statusCode === 205 || statusCode === 304;
  return new Response(hasNoBody ? null : decompress(Buffer.concat(chunks), encoding), {
    status: statusCode,
    headers,
  });
}

/** There are services and gateways that compress whatever is asked for. */
function decompress(bytes: Buffer<ArrayBuffer>, encoding: string | undefined): Buffer<ArrayBuffer> {
  // What has no body at all is not compressed either.
  if (encoding === undefined || bytes.length === 0) return bytes;
  const { brotliDecompressSync, unzipSync } = process.getBuiltinModule('node:zlib');
  switch (encoding) {
    case 'gzip':
    case 'deflate':
      return unzipSync(bytes);
    case 'br':
      return brotliDecompressSync(bytes);
    default:
      return bytes;
  }
}
