import { Socket } from 'node:net';
import { TLSSocket, connect as tlsConnect } from 'node:tls';
import { Conversation } from './conversation.ts';
import { ownSockets } from './emulator-connection.ts';
import { PostgresConversation } from './postgres-conversation.ts';
import { RedisConversation } from './redis/redis-conversation.ts';
import type { Timers } from './timers.ts';
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
 * Counts what is written to the other outgoing connections of the process, such as those to databases, as work while a
 * response is expected.
 */
export function followConnections(work: Work, timers: Timers): void {
  const destinations = new WeakMap<Socket, Destination>();
  const conversations = new WeakMap<Socket, Conversation>();
  const open = new Set<Conversation>();
  work.askServers = () => {
    for (const conversation of open) void conversation.ask();
  };
  const { prototype } = Socket;
  // oxlint-disable-next-line typescript/unbound-method -- They are called with the socket as `this` below.
  const { connect, write, push } = prototype;
  const begin = (socket: Socket, destination: Destination, first: Buffer): Conversation => {
    const { path, host = socket.remoteAddress ?? 'localhost', port = socket.remotePort ?? '' } = destination;
    const address = path ?? `${host}:${port}`;
    const Protocol = [RedisConversation, PostgresConversation].find((each) => each.begins(first));
    const isUnknown = Protocol === undefined;
    const task: Task = {
      name: address,
      ...(isUnknown && { patienceMs: SHORT_PATIENCE_MS, isSilent: true }),
    };
    const conversation = new (Protocol ?? Conversation)({
      address,
      timers,
      expect: (isExpected) => (isExpected ? work.begin(task) : work.end(task)),
      send: (bytes) => void Reflect.apply(write, socket, [bytes]),
      connectAgain: () => connectAgain(socket, destination),
    });
    conversations.set(socket, conversation);
    open.add(conversation);
    socket.once('close', () => {
      open.delete(conversation);
      conversation.close();
    });
    return conversation;
  };
  // Some clients of databases create the socket themselves, which no diagnostics channel reports.
  prototype.connect = function (this: Socket, ...args: unknown[]) {
    destinations.set(this, destinationOf(args));
    return Reflect.apply(connect, this, args) as Socket;
  };
  prototype.write = function (this: Socket, ...args: unknown[]) {
    const [chunk, encoding, callback] = args;
    const isOwn = ownSockets.has(this);
    // The bytes may wake another program, unless they are output of this one.
    if (!isOwn && !('fd' in this)) work.notice();
    const destination = destinations.get(this) ?? (isUpgraded(this) ? {} : undefined);
    if (destination === undefined || isOwn || httpSockets.has(this))
      return Reflect.apply(write, this, args) as boolean;
    const bytes = bytesOf(chunk, encoding);
    const conversation = conversations.get(this) ?? begin(this, destination, bytes);
    const onWritten = typeof encoding === 'function' ? encoding : callback;
    return Reflect.apply(write, this, [conversation.write(bytes), undefined, onWritten]) as boolean;
  };
  prototype.push = function (this: Socket, chunk: unknown, encoding?: BufferEncoding) {
    const conversation = Buffer.isBuffer(chunk) ? conversations.get(this) : undefined;
    if (conversation === undefined) return Reflect.apply(push, this, [chunk, encoding]);
    const bytes = conversation.read(chunk as Buffer);
    return bytes.length === 0 || Reflect.apply(push, this, [bytes]);
  };
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
