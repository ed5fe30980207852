/**
 * Serves an emulator over HTTP, for applications in other processes and languages. For Node.
 *
 * @packageDocumentation
 */
import type { AddressInfo } from 'node:net';
import { type Checks, must } from '@messaging-service/contract';
import { type Emulator } from '@messaging-service/emulator';
import type { Credentials } from '@messaging-service/emulator/host';
import {
  anything,
  hostOf,
  keepWebhooksAway,
  NOT_SERVED,
  requireOptions,
} from '@messaging-service/emulator/host';
import { CONTROL_PREFIX } from '@messaging-service/protocol';
import manifest from '../../emulator/package.json' with { type: 'json' };
import { ControlApi } from './control-api/control-api.ts';
import { admit, readAllowed } from './http/admission.ts';
import { Agents } from './http/agents.ts';
import { readCall } from './http/call.ts';
import { CHECK_INTERVAL_MS, type CloseOptions, Connections } from './http/connections.ts';
import { checkToken, createTokenCheck } from './http/control-token.ts';
import { documentAt } from './http/documents.ts';
import { inspectorFiles } from './http/inspector-files.ts';
import { ListenError } from './http/listen-error.ts';
import { isListenedOn, leadsTo, urlOf } from './http/own-addresses.ts';
import { ResponseWriter } from './http/response-writer.ts';
import { refuseCall, serveCall } from './http/serve-call.ts';

export type { AccountCredentials, OrganizationCredentials } from '@messaging-service/emulator';
export type { Credentials } from '@messaging-service/emulator/host';
export type { CloseOptions } from './http/connections.ts';

// An import would run the getters of all its exports. One of them loads Node's fetch, which is a third of the time that
// the command takes to start.
const { createServer } = process.getBuiltinModule('node:http');

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
  /** The port. Default: 0, a free one. */
  port?: number | undefined;
  /** The address to listen on. Default: `127.0.0.1`, which other machines cannot reach. */
  host?: string | undefined;
  /**
   * More host names that callers may use, such as `['emulator']` in containers. `localhost`, loopback addresses and `host`
   * always work. Other names are refused, because a web page could reach this machine through a host name of its own.
   */
  allowedHosts?: readonly string[] | undefined;
  /** Origins whose web pages may call the server, such as `['http://localhost:3000']`. Default: only its own. */
  allowedOrigins?: readonly string[] | undefined;
  /**
   * How long a client may take to send a whole request, in milliseconds; default 30,000. Snapshots and responses may take
   * longer in total, but the client may not pause for that long.
   */
  requestTimeout?: number | undefined;
  /**
   * Token that calls of the control API must send as `Authorization: Bearer <token>`, for machines with several users.
   * Calls of the public API do not need it. Default: no token.
   */
  controlToken?: string | undefined;
  /**
   * Keeps the services of the emulator, so its sandboxes do not end with the server. Its `problem` is why changes cannot be
   * kept at the moment.
   *
   * @internal
   */
  keeper?: { readonly problem: string | undefined } | undefined;
  /**
   * How many bytes of responses and events may wait for clients that do not read, in total; default 256 MiB.
   *
   * @internal
   */
  mostUnread?: number | undefined;
}

/** A running server. */
export interface EmulatorServer {
  /** Its address, such as `http://127.0.0.1:4010`: the base URL for clients. */
  readonly url: string;
  /** The address of the inspector. */
  readonly inspectorUrl: string;
  /** Keys and sender IDs of the emulator it serves. */
  readonly credentials: Credentials;
  /**
   * Stops the server in order: it accepts no new connections, responds to running calls, ends waits for messages with 503,
   * and ends event streams and sandboxes. The emulator itself continues.
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

/** Bytes that may wait for clients that do not read: a few of the longest responses. */
const MOST_UNREAD = 256 * 1024 * 1024;

/** How long a client may take to send its headers. */
const HEADERS_TIMEOUT_MS = 10_000;

const isNumber = (value: unknown) => typeof value === 'number' && value > 0;
const checkNames = must(
  'an array of texts',
  (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
);

const CHECKS: Checks<ListenOptions> = {
  // Node takes another text for the path of a socket, and an empty host for all addresses.
  port: must(
    'a whole number from 0 to 65535',
    (port) =>
      ['number', 'string'].includes(typeof port) && /^\d{1,5}$/.test(String(port)) && Number(port) <= 65_535,
  ),
  host: must(
    'an address to listen on, such as "127.0.0.1", or "0.0.0.0" for all of them',
    (host) => typeof host === 'string' && host !== '',
  ),
  allowedHosts: checkNames,
  allowedOrigins: checkNames,
  requestTimeout: must('a number of milliseconds, more than 0', isNumber),
  controlToken: checkToken,
  keeper: anything,
  mostUnread: must('a number of bytes, more than 0', isNumber),
};

/**
 * Serves an emulator over HTTP: the public API, and the control API below `/_emulator`.
 *
 * @param emulator - Made with `createEmulator()`.
 * @param options - Where to listen, and who may call.
 * @throws {TypeError} The emulator is a sandbox, or the port, the host, an allowed host, an allowed origin or the control
 * token is invalid.
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
  const served = hostOf(emulator);
  if (served.sandboxId !== undefined) throw new TypeError(NOT_SERVED);
  const { sandboxes, service } = served;
  // With a misspelled control token, everyone could call the server.
  const read = requireOptions('The options of listen() are not valid', options, CHECKS);
  const { port = 0, host = '127.0.0.1', requestTimeout = 30_000, keeper, mostUnread = MOST_UNREAD } = read;
  const problem = () => keeper?.problem;
  const allowed = readAllowed(read);
  const pages = inspectorFiles();
  const inspectorFile = (path: string) => documentAt(path) ?? pages(path);
  const refusalWithoutToken = createTokenCheck(read.controlToken, inspectorFile);
  const server = createServer({
    // Node's own 30 s would double the shortest limits.
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestTimeout),
    // A snapshot can take as long as it needs: see `Connections`.
    requestTimeout: 0,
    // Duplicates of headers that must be unique are joined, so that the guard notices them.
    joinDuplicateHeaders: true,
  });
  const connections = new Connections(server, requestTimeout);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new ListenError(error, host, port)));
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const rules = { ...allowed, isOwnAddress: isListenedOn(address) };
  const letWebhooksThrough = keepWebhooksAway(leadsTo(address, allowed.allowedHosts));
  const control = new ControlApi(sandboxes, inspectorFile, {
    problem,
    instance: crypto.randomUUID(),
    version: manifest.version,
    startedAt: new Date().toISOString(),
  });
  const { warn } = service;
  const writer = new ResponseWriter({ mostBytes: mostUnread, longestPauseMs: requestTimeout, warn });
  const agents = new Agents(control, warn, connections.stopping);
  const hasToken = read.controlToken !== undefined;
  const targets = { sandboxes, control, agents, connections, writer, problem, hasToken };
  server.on('request', (request, response) => {
    const call = readCall(request);
    connections.begin(request, response, call.control?.isUpload === true);
    const refusal = admit(rules, call, response) ?? refusalWithoutToken(call);
    if (refusal === undefined) serveCall(targets, call, request, response);
    else refuseCall(refusal, request, response);
  });
  const url = urlOf(address);
  return {
    url,
    inspectorUrl: `${url}${CONTROL_PREFIX}/`,
    credentials: service.credentials(),
    close: async (closeOptions) => {
      await connections.close(closeOptions);
      if (keeper === undefined) sandboxes.close();
      letWebhooksThrough();
    },
  };
}
