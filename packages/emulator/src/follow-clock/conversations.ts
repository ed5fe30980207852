import { Socket } from 'node:net';
import { machineNow } from './real-time.ts';

/** The state of a connection at the last check or the last write. */
interface Conversation {
  written: number;
  read: number;
  /** When the bytes were written that have no response yet; undefined when there are none. */
  askedAt: number | undefined;
  /** How often there was no response in time. */
  unanswered: number;
}

/** How long to wait for a response, in milliseconds of real time. */
const RESPONSE_MS = 1_000;

/** After this many missing responses, a connection is considered to be send-only, such as one to a log. */
const MOST_UNANSWERED = 3;

/**
 * The outgoing connections of the process that are not HTTP, such as those to databases. Where the application has written
 * last and has read nothing since, it is considered to be waiting for a response.
 */
export class Conversations {
  readonly #open = new Map<Socket, Conversation>();

  constructor() {
    const watch = (socket: Socket) => this.#watch(socket);
    const open = this.#open;
    // oxlint-disable-next-line typescript/unbound-method -- They are called with the socket as `this` below.
    const { connect, write } = Socket.prototype;
    // Some clients of databases create the socket themselves, which no diagnostics channel reports.
    Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
      watch(this);
      return Reflect.apply(connect, this, args) as Socket;
    };
    // A client may send its next question in the same turn in which it reads a response, so counting bytes once for
    // each turn does not show which of the two came last.
    Socket.prototype.write = function (this: Socket, ...args: unknown[]) {
      const conversation = open.get(this);
      if (conversation !== undefined) {
        conversation.read = this.bytesRead;
        conversation.askedAt = machineNow();
      }
      return Reflect.apply(write, this, args) as boolean;
    };
  }

  /** Stops watching a connection whose requests are counted elsewhere. */
  ignore(socket: object): void {
    this.#open.delete(socket as Socket);
  }

  /** Whether a response may still arrive. Call this at each turn of the event loop. */
  areWaiting(): boolean {
    let areWaiting = false;
    for (const [socket, conversation] of this.#open) {
      if (isWaiting(conversation, socket)) areWaiting = true;
      if (conversation.unanswered >= MOST_UNANSWERED) this.#open.delete(socket);
    }
    return areWaiting;
  }

  #watch(socket: Socket): void {
    this.#open.set(socket, { written: 0, read: 0, askedAt: undefined, unanswered: 0 });
    socket.once('close', () => this.#open.delete(socket));
  }
}

function isWaiting(conversation: Conversation, { bytesWritten, bytesRead }: Socket): boolean {
  const hasRead = bytesRead !== conversation.read;
  const hasWritten = bytesWritten !== conversation.written;
  conversation.read = bytesRead;
  conversation.written = bytesWritten;
  if (hasRead) conversation.askedAt = undefined;
  else if (hasWritten) conversation.askedAt = machineNow();
  if (conversation.askedAt === undefined) return false;
  if (machineNow() - conversation.askedAt < RESPONSE_MS) return true;
  conversation.askedAt = undefined;
  conversation.unanswered++;
  return false;
}
