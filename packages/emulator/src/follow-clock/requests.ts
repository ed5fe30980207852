import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Connections } from './connections.ts';
import type { Task, Work } from './work.ts';

/** A request of Node's `fetch`, or of undici. */
interface FetchRequest {
  readonly origin: string | URL;
  readonly path: string;
  readonly method: string;
  readonly upgrade?: unknown;
}

interface FetchMessage {
  readonly request: FetchRequest;
  readonly response?: { readonly headers: readonly Buffer[] };
}

interface HttpMessage {
  readonly request: ClientRequest;
  readonly response?: IncomingMessage;
}

/** How long a request can take while nothing else ends, in milliseconds of real time. */
const PATIENCE_MS = 5_000;

/**
 * Counts the outgoing requests of `fetch`, undici, `node:http` and `node:https` as work.
 *
 * @param connections - Learns which connections carry HTTP, because their requests are counted here.
 */
export function followRequests(work: Work, connections: Connections): void {
  const tasks = new WeakMap<object, Task>();
  /** Requests that once took too long: the server holds them until there is something to read. */
  const longPolls = new Set<string>();
  const begin = (request: object, method: string, url: string) => {
    // One of the calls of the control API may be the very call that moves time.
    if (url.includes('/_emulator/')) return;
    const name = `${method} ${url.replace(/\?.*$/, '')}`;
    work.notice();
    if (longPolls.has(name)) return;
    const task = { name, patienceMs: PATIENCE_MS, isNamed: true, onLate: () => longPolls.add(name) };
    tasks.set(request, task);
    work.begin(task);
  };
  const end = (request: object) => {
    const task = tasks.get(request);
    if (task !== undefined) work.end(task);
  };
  subscribe('undici:client:connected', (message) => {
    connections.ignore((message as { readonly socket: object }).socket);
  });
  subscribe('undici:request:create', (message) => {
    const { request } = message as FetchMessage;
    const { method, origin, path, upgrade } = request;
    if (isEmpty(upgrade)) begin(request, method, `${origin.toString()}${path}`);
  });
  subscribe('undici:request:headers', (message) => {
    const { request, response } = message as FetchMessage;
    if (isEventStream(contentTypeOf(response?.headers ?? []))) end(request);
  });
  for (const name of ['undici:request:trailers', 'undici:request:error'])
    subscribe(name, (message) => end((message as FetchMessage).request));
  subscribe('http.client.request.created', (message) => {
    const { request } = message as HttpMessage;
    request.once('socket', (socket) => connections.ignore(socket));
    if (request.hasHeader('upgrade')) return;
    const { protocol, host, path, method } = request;
    begin(request, method, `${protocol}//${host}${path}`);
    request.once('close', () => end(request));
  });
  subscribe('http.client.response.finish', (message) => {
    const { request, response } = message as HttpMessage;
    if (isEventStream(response?.headers['content-type'])) end(request);
  });
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === false;
}

/** A stream of events ends when its reader stops, so waiting for its end makes no sense. */
function isEventStream(contentType: string | undefined): boolean {
  return contentType?.startsWith('text/event-stream') === true;
}

/** undici reports headers as a list, each name followed by its value. */
function contentTypeOf(headers: readonly Buffer[]): string | undefined {
  for (let index = 0; index + 1 < headers.length; index += 2)
    if (headers[index]?.toString().toLowerCase() === 'content-type') return headers[index + 1]?.toString();
  return undefined;
}
