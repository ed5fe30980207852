import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { httpSockets } from './application-connections.ts';
import type { Calls } from './calls.ts';
import { untilEnd } from './http2-requests.ts';
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
  readonly response?: { readonly statusCode: number; readonly headers: readonly Buffer[] };
}

interface HttpMessage {
  readonly request: ClientRequest;
  readonly response?: IncomingMessage;
}

interface ServedMessage {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** How long the body of an incoming request can take, in milliseconds of real time. */
const BODY_MS = 1_000;

/** What undici reports of a request that does not change the protocol. */
const NO_UPGRADE = new Set<unknown>([undefined, null, false]);

/** Counts the outgoing requests of `fetch`, undici, `node:http` and `node:https` as work, and records the incoming ones. */
export function followRequests(work: Work, calls: Calls): void {
  const tasks = new WeakMap<object, Task>();
  /** Requests that once took too long: the server holds them until there is something to read. */
  const longPolls = new Set<string>();
  const begin = (request: object, method: string, url: string) => {
    // One of the calls of the control API may be the very call that moves time.
    if (url.includes('/_emulator/')) return;
    const name = `${method} ${url.replace(/\?.*$/, '')}`;
    calls.begin(request, { name, isIncoming: false, isAnswered: () => false });
    work.notice();
    if (longPolls.has(name)) return;
    const task = { name, onLate: () => longPolls.add(name) };
    tasks.set(request, task);
    work.begin(task);
  };
  const end = (request: object, status?: number) => {
    calls.end(request, status);
    const task = tasks.get(request);
    if (task !== undefined) work.end(task);
  };
  subscribe('undici:client:connected', (message) => {
    httpSockets.add((message as { readonly socket: object }).socket);
  });
  subscribe('undici:request:create', (message) => {
    const { request } = message as FetchMessage;
    const { method, origin, path, upgrade } = request;
    if (NO_UPGRADE.has(upgrade)) begin(request, method, `${origin.toString()}${path}`);
  });
  subscribe('undici:request:headers', (message) => {
    const { request, response } = message as FetchMessage;
    calls.end(request, response?.statusCode);
    // undici reports names and values in one list. Of the values, only a content type begins like this.
    if (response?.headers.some((text) => isEventStream(text.toString())) === true) end(request);
  });
  for (const name of ['undici:request:trailers', 'undici:request:error'])
    subscribe(name, (message) => end((message as FetchMessage).request));
  subscribe('http.client.request.created', (message) => {
    const { request } = message as HttpMessage;
    request.once('socket', (socket) => httpSockets.add(socket));
    if (request.hasHeader('upgrade')) return;
    const { protocol, host, path, method } = request;
    begin(request, method, `${protocol}//${host}${path}`);
    request.once('close', () => end(request));
  });
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as ServedMessage;
    const { method = '', url = '' } = request;
    calls.begin(response, {
      name: `the request ${method} ${url.replace(/\?.*$/, '')}`,
      isIncoming: true,
      isAnswered: () => response.headersSent,
    });
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
    if (length !== '0' || coding !== undefined)
      untilEnd(work, request, { name: `body of ${method} ${url}`, patienceMs: BODY_MS, isSilent: true });
    response.once('close', () => calls.end(response, response.statusCode));
  });
  subscribe('http.client.response.finish', (message) => {
    const { request, response } = message as HttpMessage;
    calls.end(request, response?.statusCode);
    if (isEventStream(response?.headers['content-type'])) end(request);
  });
}

/** A stream of events ends when its reader stops, so waiting for its end makes no sense. */
function isEventStream(contentType: string | undefined): boolean {
  return contentType?.startsWith('text/event-stream') === true;
}
