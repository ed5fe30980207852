import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers';
import { classifyFailure, MAX_BODY_BYTES, tooLarge, unreadable } from './failure.ts';
import type { Connections } from './node-connections.ts';
import { decodeBody } from './node-content-encoding.ts';
import { TransportError, type TransportRequest, type TransportResponse } from './transport.ts';

/** How a request is sent. */
export interface Route {
  readonly url: URL;
  readonly agent: RequestOptions['agent'];
  /** The transport's own connections; undefined with an agent of the caller. */
  readonly connections: Connections | undefined;
  /** Makes the error of a failure more precise. */
  readonly explain: (error: TransportError) => TransportError;
}

/** Sockets over which nothing can have been sent yet: they are connecting, or their TLS handshake is not complete. */
const unready = new WeakSet<Socket>();
/** Other runtimes have sockets that only look like those of Node, and prove nothing. */
const socketsTell = !('Bun' in globalThis || 'Deno' in globalThis);

/**
 * Sends one request and reads the response to its end.
 *
 * @param routeTo - Returns how to send a request to a URL, or throws the error of the request.
 */
export function exchange(
  request: TransportRequest,
  routeTo: (url: string) => Route,
): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    const { signal } = request;
    if (signal.aborted) throw new TransportError('aborted', { sent: 'no' });
    const route = routeTo(request.url);
    let outgoing: ClientRequest | undefined;
    let incoming: IncomingMessage | undefined;
    const succeed = (response: TransportResponse) => {
      signal.removeEventListener('abort', onAbort);
      resolve(response);
    };
    const fail = (error: TransportError) => {
      signal.removeEventListener('abort', onAbort);
      reject(error);
    };
    const onAbort = () => {
      fail(new TransportError('aborted', { sent: hasLeft(outgoing) ? 'maybe' : 'no' }));
      outgoing?.destroy();
    };
    const start = () => {
      if (signal.aborted) return;
      try {
        outgoing = open(request, route);
      } catch (cause) {
        // A header field, path or protocol that is not valid.
        const { message } = classifyFailure(cause);
        fail(new TransportError(message, { sent: 'no', permanent: true, cause }));
        return;
      }
      outgoing.on('response', (message) => {
        incoming = message;
        receive(message, isProxied(outgoing, route), route, succeed, fail);
      });
      outgoing.on('error', (error) => fail(describeFailure(error, outgoing, route)));
      // After an unexpected 101, for example, this is the only event.
      outgoing.on('close', () => {
        if (incoming === undefined) fail(new TransportError('closed without a response', { sent: 'maybe' }));
      });
      outgoing.end(request.body);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    if (route.connections?.needCheck !== true) start();
    else checkConnections(route.connections, start);
  });
}

/**
 * Lets the event loop notice closed connections first, for example after the process was suspended. This takes a whole
 * turn, because the first callback may still run in the current turn.
 */
function checkConnections(connections: Connections, next: () => void): void {
  connections.discardStale();
  setImmediate(() =>
    setImmediate(() => {
      connections.discardStale();
      next();
    }),
  );
}

/**
 * Libraries for tracing replace `request` on both modules, also after this file is loaded. They copy the options, and read
 * and add header fields by name: so the function is looked up at each call, and the fields are an object.
 */
function open(
  { method, headers, body }: TransportRequest,
  { url: { protocol, host, hostname, port, pathname, search }, agent }: Route,
): ClientRequest {
  const isSecure = protocol === 'https:';
  const options: RequestOptions = {
    method,
    protocol,
    // Only URLs put brackets around IPv6 addresses.
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port || (isSecure ? 443 : 80),
    path: pathname + search,
    agent,
    setHost: false,
    headers: writeHeaders(host, method, headers, body),
  };
  const outgoing = isSecure ? https.request(options) : http.request(options);
  outgoing.on('socket', watchSocket);
  return outgoing;
}

function writeHeaders(
  authority: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
): Record<string, string> {
  const all: Record<string, string> = { host: authority, ...headers };
  if (body !== undefined) all['content-length'] = `${Buffer.byteLength(body)}`;
  else if (method === 'POST' || method === 'PUT' || method === 'PATCH') all['content-length'] = '0';
  return all;
}

function watchSocket(socket: Socket): void {
  const isSecure = 'encrypted' in socket;
  const isReady = !socket.connecting && (socket as { secureConnecting?: boolean }).secureConnecting !== true;
  if (isReady && !socket.destroyed) return;
  unready.add(socket);
  socket.once(isSecure ? 'secureConnect' : 'connect', markReady);
}

function markReady(this: Socket): void {
  unready.delete(this);
}

/**
 * Whether bytes of a request may have been sent: not while it waits for a connection, or for the connection to be
 * ready.
 */
function hasLeft(outgoing: ClientRequest | undefined): boolean {
  if (outgoing === undefined) return false;
  if (!socketsTell) return true;
  return outgoing.socket !== null && !unready.has(outgoing.socket);
}

function describeFailure(
  error: unknown,
  outgoing: ClientRequest | undefined,
  { explain }: Route,
): TransportError {
  const failure = classifyFailure(error);
  const { message, permanent, cause } = failure;
  return explain(hasLeft(outgoing) ? failure : new TransportError(message, { sent: 'no', permanent, cause }));
}

/**
 * Whether a proxy of the environment passes the request on, so that a status 407 can only be of the proxy. The transport's
 * own agents then write the whole URL.
 */
function isProxied(outgoing: ClientRequest | undefined, { connections }: Route): boolean {
  return connections !== undefined && outgoing?.path.startsWith('/') === false;
}

function receive(
  message: IncomingMessage,
  passesProxy: boolean,
  { connections }: Route,
  succeed: (response: TransportResponse) => void,
  fail: (error: TransportError) => void,
): void {
  const { statusCode: status = 0 } = message;
  if (status === 407 && passesProxy) {
    fail(
      new TransportError('the proxy requires authentication (407): write user:password@ before its host', {
        sent: 'no',
        permanent: true,
      }),
    );
    message.resume();
    return;
  }
  const headers = readHeaders(message.rawHeaders);
  const { 'keep-alive': keepAlive, 'content-encoding': encoding } = headers;
  if (keepAlive !== undefined) connections?.readHint(message.socket, keepAlive);
  const chunks: Buffer[] = [];
  let size = 0;
  message.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BODY_BYTES) message.destroy(tooLarge());
  });
  message.on('error', (error) => fail(unreadable(error)));
  message.on('end', () => {
    const finish = (body: Buffer) => succeed({ status, headers, text: readText(body) });
    const body = Buffer.concat(chunks);
    if (encoding === undefined) finish(body);
    else decodeBody(body, encoding).then(finish, (error: unknown) => fail(unreadable(error)));
  });
}

/** Names and values alternate. Node's own object keeps only the first of some repeated fields. */
function readHeaders(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = (raw[i] ?? '').toLowerCase();
    const value = raw[i + 1] ?? '';
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}

/** Decoding removes the byte order mark that some servers put before UTF-8. */
function readText(body: Buffer): string {
  const text = body.toString();
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
