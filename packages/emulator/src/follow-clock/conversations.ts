import { Socket } from 'node:net';
import { machineNow } from './real-time.ts';

/** What is known of a connection. */
interface Conversation {
  written: number;
  read: number;
  /** When the bytes were written that nobody has answered yet; undefined when there are none. */
  askedAt: number | undefined;
  /** How often there was no answer in time. */
  unanswered: number;
}

/** How long an answer is waited for, in milliseconds of real time. */
const ANSWER_MS = 1_000;

/** A connection that is not answered this often is taken for one that only sends, such as one to a log. */
const MOST_UNANSWERED = 3;

/**
 * The outgoing connections of the process that are not HTTP, such as those to databases. Where the application has written
 * last and has read nothing since, it is taken to wait for an answer.
 */
export class Conversations {
  readonly #open = new Map<Socket, Conversation>();

  constructor() {
    const watch = (socket: Socket) => this.#watch(socket);
    // oxlint-disable-next-line typescript/unbound-method -- It is called with the socket as `this` below.
    const { connect } = Socket.prototype;
    // Some clients of databases make the socket themselves, which no diagnostics channel reports.
    Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
      watch(this);
      return Reflect.apply(connect, this, args) as Socket;
    };
  }

  /** Leaves out a connection whose requests are counted elsewhere. */
  ignore(socket: object): void {
    this.#open.delete(socket as Socket);
  }

  /** Whether an answer may be on its way. To be asked at each turn of the event loop. */
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
  if (machineNow() - conversation.askedAt < ANSWER_MS) return true;
  conversation.askedAt = undefined;
  conversation.unanswered++;
  return false;
}
