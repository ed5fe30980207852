import { subscribe } from 'node:diagnostics_channel';
import { Server as HttpServer } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import { Socket } from 'node:net';
import { TLSSocket, connect as tlsConnect } from 'node:tls';
import { Answers, LearningConversation } from './answers.ts';
import { Conversation, type ConversationParts } from './conversation.ts';
import { ownSockets } from './emulator-connection.ts';
import { PostgresConversation } from './postgres-conversation.ts';
import { RedisConversation } from './redis/redis-conversation.ts';
import type { Timers } from './timers.ts';
import { WebSocketConversation } from './web-socket-conversation.ts';
import type { Task, Work } from './work.ts';

/** How long a response can take of a server that may never respond, such as one for logs, in milliseconds of real time. */
const SHORT_PATIENCE_MS = 1_000;

/** Where a connection leads to, as `Socket.connect` takes it. */
interface Destination {
  readonly host?: string;
  readonly port?: number | string;
  readonly path?: string;
}

/** Connections that carry HTTP. Their requests are counted instead. */
export const httpSockets = new WeakSet<object>();

/**
 * Counts what is written to the other connections of the process, such as those to databases, as work while a response is
 * expected. The opening of a connection counts, too, up to the first bytes: of mail servers and some databases, they are a
 * greeting.
 *
 * @returns Lets several streams count as one connection, such as the input and output of a process.
 */
export function followConnections(
  work: Work,
  timers: Timers,
): (address: string, streams: readonly Socket[]) => void {
  const destinations = new WeakMap<Socket, Destination>();
  const conversations = new WeakMap<Socket, Conversation>();
  const openings = new WeakMap<Socket, Task>();
  const answers = new Map<string, Answers>();
  const open = new Set<Conversation>();
  work.askServers = () => {
    for (const conversation of open) void conversation.ask();
  };
  const { prototype } = Socket;
  const secure = TLSSocket.prototype as unknown as { _start(): void };
  // oxlint-disable-next-line typescript/unbound-method -- They are called with the socket as `this` below.
  const { connect, write, push } = prototype;
  // oxlint-disable-next-line typescript/unbound-method -- As above.
  const { _start: startSecure } = secure;
  const create = (socket: Socket, destination: Destination, address: string, first: Buffer): Conversation => {
    const Known = [RedisConversation, PostgresConversation].find((each) => each.begins(first));
    const late = () => conversation.late();
    const patience = { patienceMs: SHORT_PATIENCE_MS, isSilent: true, onLate: late };
    const task: Task = { name: address, ...(Known === undefined && patience) };
    const sure: Task = { name: address, isSilent: true, onLate: late };
    const parts: ConversationParts = {
      address,
      timers,
      expect: (isExpected) => (isExpected ? work.begin(task) : work.end(task)),
      expectSurely: (isExpected) => (isExpected ? work.begin(sure) : work.end(sure)),
      send: (bytes) => void Reflect.apply(write, socket, [bytes]),
      connectAgain: () => connectAgain(socket, destination),
    };
    const known = answers.get(address) ?? new Answers();
    answers.set(address, known);
    const conversation = WebSocketConversation.begins(first)
      ? new WebSocketConversation(parts, known, first)
      : isAccepted(socket)
        ? new LearningConversation(parts, known)
        : new (Known ?? Conversation)(parts);
    return conversation;
  };
  const join = (socket: Socket, conversation: Conversation) => {
    conversations.set(socket, conversation);
    open.add(conversation);
    socket.once('close', () => {
      open.delete(conversation);
      conversation.close();
    });
  };
  const begin = (socket: Socket, destination: Destination, first: Buffer): Conversation => {
    const { path, host = socket.remoteAddress ?? 'localhost', port = socket.remotePort ?? '' } = destination;
    const address = isAccepted(socket) ? `port ${socket.localPort}` : (path ?? `${host}:${port}`);
    const conversation = create(socket, destination, address, first);
    join(socket, conversation);
    return conversation;
  };
  const isOpened = (socket: Socket) => {
    const task = openings.get(socket);
    if (task === undefined) return;
    openings.delete(socket);
    work.end(task);
  };
  const isOpening = (socket: Socket, address: string) => {
    const task = openings.get(socket) ?? {
      name: address,
      patienceMs: SHORT_PATIENCE_MS,
      isSilent: true,
      isPart: true,
    };
    if (!openings.has(socket)) socket.once('close', () => isOpened(socket));
    openings.set(socket, task);
    work.begin(task);
  };
  // Some clients of databases create the socket themselves, which no diagnostics channel reports.
  prototype.connect = function (this: Socket, ...args: unknown[]) {
    const destination = destinationOf(args);
    destinations.set(this, destination);
    const { path, host = 'localhost', port = '' } = destination;
    isOpening(this, path ?? `${host}:${port}`);
    return Reflect.apply(connect, this, args) as Socket;
  };
  secure._start = function (this: Socket) {
    isOpening(this, `${this.remoteAddress ?? 'localhost'}:${this.remotePort ?? ''}`);
    Reflect.apply(startSecure, this, []);
  };
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { readonly socket: Socket };
    if (isAccepted(socket) && !isOfHttp(socket)) isOpening(socket, `port ${socket.localPort}`);
  });
  prototype.write = function (this: Socket, ...args: unknown[]) {
    const [chunk, encoding, callback] = args;
    const isOwn = ownSockets.has(this);
    isOpened(this);
    // The bytes may wake another program, unless they are output of this one.
    if (!isOwn && !('fd' in this)) work.notice();
    const known = conversations.get(this);
    const destination = destinations.get(this) ?? (isUpgraded(this) || isAccepted(this) ? {} : undefined);
    if (isOwn || (known === undefined && destination === undefined))
      return Reflect.apply(write, this, args) as boolean;
    const isHttp = known === undefined && (httpSockets.has(this) || isOfHttp(this));
    if (isHttp && !WebSocketConversation.begins(chunk)) return Reflect.apply(write, this, args) as boolean;
    const bytes = bytesOf(chunk, encoding);
    const conversation = known ?? begin(this, destination ?? {}, bytes);
    const onWritten = typeof encoding === 'function' ? encoding : callback;
    return Reflect.apply(write, this, [conversation.write(bytes), undefined, onWritten]) as boolean;
  };
  prototype.push = function (this: Socket, chunk: unknown, encoding?: BufferEncoding) {
    isOpened(this);
    const conversation = Buffer.isBuffer(chunk) ? conversations.get(this) : undefined;
    if (conversation === undefined) return Reflect.apply(push, this, [chunk, encoding]);
    const bytes = conversation.read(chunk as Buffer);
    return bytes.length === 0 || Reflect.apply(push, this, [bytes]);
  };
  return (address, [first, ...others]) => {
    if (first === undefined) return;
    const conversation = create(first, {}, address, Buffer.alloc(0));
    for (const stream of [first, ...others]) join(stream, conversation);
  };
}

/** A connection that another program has opened. TLS between the two has a socket of its own, which this one only carries. */
function isAccepted(socket: Socket): boolean {
  return serverOf(socket) !== undefined;
}

/** Calls of HTTP end with the response of this program, and its next call is another one. */
function isOfHttp(socket: Socket): boolean {
  const server = serverOf(socket);
  return server instanceof HttpServer || server instanceof HttpsServer;
}

function serverOf(socket: Socket): unknown {
  return (socket as { readonly server?: unknown }).server ?? undefined;
}

/** Opens another connection to the same server, which belongs to the follower. */
function connectAgain(socket: Socket, destination: Destination): Socket {
  const again = socket instanceof TLSSocket ? tlsConnect(destination as object) : new Socket();
  ownSockets.add(again);
  return again instanceof TLSSocket ? again : again.connect(destination as { port: number });
}

/** A connection that was made secure after it was opened: its own socket never connects. */
function isUpgraded(socket: Socket): boolean {
  return socket instanceof TLSSocket && !('server' in socket && socket.server);
}

function destinationOf([first, second]: readonly unknown[]): Destination {
  // Node passes its own calls on as a list of options and callback.
  if (Array.isArray(first)) return first[0] as Destination;
  if (typeof first === 'object' && first !== null) return first;
  if (typeof first === 'number' || /^\d+$/.test(String(first)))
    return { port: Number(first), ...(typeof second === 'string' && { host: second }) };
  return { path: String(first) };
}

function bytesOf(chunk: unknown, encoding: unknown): Buffer {
  if (typeof chunk === 'string')
    return Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8');
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as Uint8Array);
}
