import { Socket } from 'node:net';
import { TLSSocket, connect as tlsConnect } from 'node:tls';
import { ownSockets } from './connection.ts';
import { Conversation } from './conversation.ts';
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

/**
 * The outgoing connections of the process that are not HTTP, such as those to databases. A connection is work while a
 * response is expected.
 */
export class Connections {
  readonly #work: Work;
  readonly #timers: Timers;
  readonly #destinations = new WeakMap<Socket, Destination>();
  /** The conversations on connections; undefined where none is followed. */
  readonly #conversations = new WeakMap<Socket, Conversation | undefined>();
  readonly #open = new Set<Conversation>();

  constructor(work: Work, timers: Timers) {
    this.#work = work;
    this.#timers = timers;
    this.#install();
  }

  /** Does not follow a connection whose requests are counted elsewhere. */
  ignore(socket: object): void {
    this.#conversations.set(socket as Socket, undefined);
  }

  /** Asks the servers of connections on which the application waits whether something is on its way. */
  ask(): void {
    for (const conversation of this.#open) void conversation.ask();
  }

  #install(): void {
    const work = this.#work;
    const destinations = this.#destinations;
    const conversations = this.#conversations;
    const { prototype } = Socket;
    // oxlint-disable-next-line typescript/unbound-method -- They are called with the socket as `this` below.
    const { connect, write, push } = prototype;
    const begin = (socket: Socket, chunk: Buffer) =>
      this.#begin(socket, chunk, (bytes) => void Reflect.apply(write, socket, [bytes]));
    // Some clients of databases create the socket themselves, which no diagnostics channel reports.
    prototype.connect = function (this: Socket, ...args: unknown[]) {
      destinations.set(this, destinationOf(args));
      return Reflect.apply(connect, this, args) as Socket;
    };
    prototype.write = function (this: Socket, ...args: unknown[]) {
      const [chunk, encoding, callback] = args;
      if (ownSockets.has(this)) return Reflect.apply(write, this, args) as boolean;
      // The bytes may wake another program, unless they are output of this one.
      if (!('fd' in this)) work.notice();
      if (!destinations.has(this) && !isUpgraded(this)) return Reflect.apply(write, this, args) as boolean;
      const bytes = bytesOf(chunk, encoding);
      if (!conversations.has(this)) begin(this, bytes);
      const conversation = conversations.get(this);
      if (conversation === undefined) return Reflect.apply(write, this, args) as boolean;
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

  #begin(socket: Socket, chunk: Buffer, send: (bytes: Buffer) => void): void {
    const destination = this.#destinations.get(socket) ?? {};
    const { path, host = socket.remoteAddress ?? 'localhost', port = socket.remotePort ?? '' } = destination;
    const address = path ?? `${host}:${port}`;
    const Protocol = [RedisConversation, PostgresConversation].find((each) => each.begins(chunk));
    const isUnknown = Protocol === undefined;
    const task: Task = {
      name: address,
      ...(isUnknown && { patienceMs: SHORT_PATIENCE_MS, isSilent: true }),
    };
    const conversation = new (Protocol ?? Conversation)({
      address,
      send,
      expect: (isExpected) => (isExpected ? this.#work.begin(task) : this.#work.end(task)),
      connectAgain: () => {
        const again = socket instanceof TLSSocket ? tlsConnect(destination as object) : new Socket();
        ownSockets.add(again);
        if (!(again instanceof TLSSocket)) again.connect(destination as { port: number });
        return again;
      },
      timers: this.#timers,
    });
    this.#conversations.set(socket, conversation);
    this.#open.add(conversation);
    socket.once('close', () => {
      this.#open.delete(conversation);
      conversation.close();
    });
  }
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
