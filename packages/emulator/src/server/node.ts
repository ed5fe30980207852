/**
 * Serves an emulator over HTTP, for applications in other processes and languages. For Node.
 *
 * @packageDocumentation
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import manifest from '../../package.json' with { type: 'json' };
import { ControlApi, type ControlReply } from '../control-api/control-api.ts';
import { readyToUse } from '../control-api/views/server.ts';
import { Rejection } from '../domain/state/rejection.ts';
import { Emulator } from '../emulator.ts';
import { CONTROL_PREFIX, isControl, isUpload } from '../http/control-path.ts';
import { rejectionResponse } from '../http/encode.ts';
import { MAX_BODY_BYTES, NOT_UTF8, type Upload } from '../http/message.ts';
import type { Reply } from '../public-api/public-api.ts';
import { handleLogged } from '../public-api/request-log.ts';
import { keepWebhooksAway } from '../runtime/webhooks/own-servers.ts';
import type { Credentials } from '../service/credentials.ts';
import type { Sandboxes } from '../service/sandboxes.ts';
import { createAdmission, readAllowed } from './admission.ts';
import { createTokenCheck } from './control-token.ts';
import { inspectorFiles } from './inspector-files.ts';
import { ListenError } from './listen-error.ts';
import { leadsTo, urlOf } from './own-addresses.ts';
import { type CloseOptions, Shutdown } from './shutdown.ts';
import { beginUpload, endUpload, exemptUploads, sendStream } from './stream-body.ts';

export type { AccountCredentials, Credentials, OrganizationCredentials } from '../service/credentials.ts';
export type { CloseOptions } from './shutdown.ts';

// An import would run the getters of all its exports. One of them loads Node's fetch, which is a third of the time that
// the command takes to start.
const { createServer } = process.getBuiltinModule('node:http');
const { randomUUID } = process.getBuiltinModule('node:crypto');
const { isUtf8 } = process.getBuiltinModule('node:buffer');

/**
 * Where and for whom to listen.
 *
 * @example
 * ```ts
 * import { listen } from '@messaging-service/emulator/node';
 *
 * const server = await listen(emulator, {
 *   port: 0,
 *   host: '127.0.0.1',
 *   allowedHosts: ['emulator'],
 *   allowedOrigins: ['http://localhost:3000'],
 *   requestTimeout: 10_000,
 *   controlToken: 'a-token-for-tests',
 * });
 * console.log(new URL(server.url).hostname); // 127.0.0.1
 * await server.close();
 * ```
 */
export interface ListenOptions {
  /** Port; 0, the default, takes a free one. */
  port?: number | undefined;
  /** Address; default `127.0.0.1`, which other machines on the network cannot reach. */
  host?: string | undefined;
  /**
   * Host names that callers may use beside `localhost`, loopback addresses and the address listened on, such as
   * `['emulator']` for containers. Without this check, a web page could reach this machine through its own host name.
   */
  allowedHosts?: readonly string[] | undefined;
  /** Origins whose web pages may call the server, such as `['http://localhost:3000']`; default: only its own. */
  allowedOrigins?: readonly string[] | undefined;
  /** How long a client may take to send a whole request, in milliseconds; default 30,000. */
  requestTimeout?: number | undefined;
  /**
   * Token that calls of the control API must send as `Authorization: Bearer <token>`, for machines with several users.
   * Calls of the public API do not need it. Default: no token.
   */
  controlToken?: string | undefined;
  /**
   * Prepares the services before the first call arrives.
   *
   * @returns A function that returns why changes cannot be kept at the moment.
   * @internal
   */
  prepare?: ((sandboxes: Sandboxes) => Promise<Problem | undefined> | undefined) | undefined;
}

/**
 * Returns why changes cannot be kept at the moment; undefined while they can.
 *
 * @internal
 */
export type Problem = () => string | undefined;

/** A running server. */
export interface EmulatorServer {
  /** Its address, such as `http://127.0.0.1:4010`: the base URL for clients. */
  readonly url: string;
  /** The address of the inspector. */
  readonly inspectorUrl: string;
  /** Keys and sender IDs of the emulator it serves. */
  readonly credentials: Credentials;
  /**
   * Stops it in order: no new connections are accepted, calls that were accepted get their responses, waits for messages end
   * with 503, event streams end, and so do its sandboxes. The emulator itself continues.
   *
   * @example
   * ```ts
   * import { listen } from '@messaging-service/emulator/node';
   *
   * const server = await listen(emulator, { port: 0 });
   * await server.close({ limit: 1000 });
   * ```
   */
  close(options?: CloseOptions): Promise<void>;
}

/** Node looks for requests that take too long every so often; its own 30 s would double the shortest limits. */
const CHECK_INTERVAL_MS = 500;

/** How long a client may take to send its headers, and a whole request. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;

/**
 * Serves an emulator over HTTP: the public API, and the control API below `/_emulator`.
 *
 * @param emulator - Made with `createEmulator()`.
 * @param options - Where to listen, and who may call.
 * @throws {TypeError} An allowed host, an allowed origin or the control token is invalid.
 * @throws {Error} The port is in use, or the host is not an address of this machine. Its `code` is that of Node.js, such
 * as `EADDRINUSE`.
 *
 * @example
 * ```ts
 * import { createEmulator } from '@messaging-service/emulator';
 * import { listen } from '@messaging-service/emulator/node';
 *
 * const server = await listen(createEmulator({ clock: 'system' }));
 * // Point a client at server.url, and when it is done:
 * await server.close();
 * ```
 */
export async function listen(emulator: Emulator, options: ListenOptions = {}): Promise<EmulatorServer> {
  if (!(emulator instanceof Emulator))
    throw new TypeError('listen() requires an emulator that createEmulator() returned.');
  const main = emulator.service;
  const { sandboxes } = emulator;
  const problem = (await options.prepare?.(sandboxes)) ?? (() => undefined);
  const control = new ControlApi(sandboxes, inspectorFiles(), {
    problem,
    instance: randomUUID(),
    version: manifest.version,
    startedAt: new Date().toISOString(),
  });
  const allowed = readAllowed(options);
  const { requestTimeout = REQUEST_TIMEOUT_MS } = options;
  const isAuthorized = createTokenCheck(options.controlToken);
  // Duplicates of headers that must be unique are joined, so that the guard notices them.
  const server = createServer({
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    joinDuplicateHeaders: true,
  });
  const shutdown = new Shutdown(server);
  server.requestTimeout = requestTimeout;
  exemptUploads(server);
  server.headersTimeout = Math.min(HEADERS_TIMEOUT_MS, server.requestTimeout);
  const { port = 0, host = '127.0.0.1' } = options;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new ListenError(error, host, port)));
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const admits = createAdmission(allowed, address);
  const letWebhooksThrough = keepWebhooksAway(leadsTo(address, allowed.allowedHosts));
  server.on('request', (request, response) => {
    if (admits(request, response) && isAuthorized(request, response))
      receive({ sandboxes, control, shutdown, requestTimeout, problem }, request, response);
  });
  const url = urlOf(address);
  return {
    url,
    inspectorUrl: `${url}${CONTROL_PREFIX}/`,
    credentials: readyToUse(main),
    close: async (closeOptions) => {
      await shutdown.close(closeOptions);
      sandboxes.close();
      letWebhooksThrough();
    },
  };
}

/** The kinds of requests. */
interface Targets {
  readonly sandboxes: Sandboxes;
  readonly control: ControlApi;
  readonly shutdown: Shutdown;
  readonly requestTimeout: number;
  /** Why changes cannot be kept at the moment. */
  readonly problem: Problem;
}

/** Collects the body, unless it may have any size, then passes the request on as plain data. */
function receive(targets: Targets, request: IncomingMessage, response: ServerResponse): void {
  if (isUpload(request.method ?? '', request.url ?? '')) {
    receiveUpload(targets, request, response);
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    else refuse(targets, request, response);
  });
  request.on('end', () => dispatchWhole(targets, request, chunks, response));
}

function dispatchWhole(
  targets: Targets,
  request: IncomingMessage,
  chunks: readonly Buffer[],
  response: ServerResponse,
): void {
  try {
    const body = readText(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    dispatch(targets, request, body, response);
  } catch (error) {
    crash(error, response);
  }
}

function dispatch(
  { sandboxes, control, shutdown, problem }: Targets,
  request: IncomingMessage,
  body: string,
  response: ServerResponse,
  upload?: Upload,
): void {
  const { method = 'GET', url = '/', headers, rawHeaders } = request;
  if (!isControl(url)) {
    const reason = method === 'GET' ? undefined : problem();
    if (reason !== undefined) {
      send(
        rejectionResponse(new Rejection('unavailable', `Nothing can be changed, because ${reason}.`)),
        response,
      );
      return;
    }
    const service = sandboxes.serviceOf(url);
    const handle = () => handleLogged(service, { method, url, body, rawHeaders });
    // An application that follows the clock may have made the call at a later instant.
    const halted = service.followers.halt();
    settle(halted === undefined ? handle() : halted.then(handle), response);
    return;
  }
  const lastEventId = headers['last-event-id'];
  const from = typeof lastEventId === 'string' ? lastEventId : undefined;
  const signal = shutdown.usefulness(response);
  // The guard has admitted the host: it is local, or allowed.
  const origin = `http://${headers.host ?? 'localhost'}`;
  settle(control.handle({ method, url, body, origin, lastEventId: from, signal, upload }), response);
}

/** Passes the request on immediately, and reads its body as it arrives. */
function receiveUpload(targets: Targets, request: IncomingMessage, response: ServerResponse): void {
  beginUpload(request, targets.requestTimeout);
  response.once('finish', () => endUpload(request));
  // A request that is destroyed before its end stops its connection from reading on, so the next call would wait
  // forever.
  const upload = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  dispatch(targets, request, '', response, upload);
}

/** The body as text; what is not UTF-8 is marked, so that it is refused instead of read with other characters. */
function readText(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString() : NOT_UTF8 + bytes.toString();
}

/** The rest of a body that is too large is not read: the connection ends with the response. */
function refuse({ sandboxes }: Targets, request: IncomingMessage, response: ServerResponse): void {
  request.removeAllListeners('data').removeAllListeners('end').pause();
  response.setHeader('connection', 'close');
  send(sandboxes.main.publicApi.refuseBody(), response);
}

/**
 * A plain response is written immediately, because a turn of the event loop would cost a tenth of a request.
 */
function settle(reply: Reply | ControlReply | Promise<Reply | ControlReply>, response: ServerResponse): void {
  if (reply instanceof Promise)
    reply.then((settled) => send(settled, response)).catch((error: unknown) => crash(error, response));
  else send(reply, response);
}

function send(reply: Reply | ControlReply, response: ServerResponse): void {
  if (reply === 'disconnect') {
    response.destroy();
  } else if ('chunks' in reply) {
    sendStream(reply, response).catch((error: unknown) => crash(error, response));
  } else {
    const { status, headers, body } = reply;
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
    response.end(body);
  }
}

/** Reports a defect of the emulator, or of a rule in code, to the caller and on standard error. */
function crash(error: unknown, response: ServerResponse): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (isReset(error) && (response.destroyed || response.req.destroyed)) {
    response.destroy();
    return;
  }
  process.stderr.write(`[messaging-emulator] ${text}\n`);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  send(
    {
      status: 500,
      headers: { 'content-type': 'text/plain' },
      body: 'The emulator failed. The error is on its standard error output.\n',
    },
    response,
  );
}

/** The errors of a request whose caller has closed the connection. */
function isReset(error: unknown): boolean {
  return error instanceof Error && 'code' in error && RESETS.has(error.code);
}

const RESETS: ReadonlySet<unknown> = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);
