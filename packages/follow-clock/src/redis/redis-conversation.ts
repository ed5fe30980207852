import { Conversation } from '../conversation.ts';
import { Messages } from '../framing.ts';
import { realTime } from '../real-time.ts';
import type { Timer } from '../timers.ts';
import { warn } from '../warn.ts';
import { type BlockingRead, blockingRead, commandName } from './commands.ts';
import { ControlConnection } from './control-connection.ts';
import { encode, pieceAt } from './protocol.ts';

/** A blocking read that has no reply yet. */
interface PendingRead {
  readonly name: string;
  /** Ends it in the emulator's time; undefined without a limit. */
  readonly timer: Timer | undefined;
  /** Whether its end was requested, so that its reply will arrive now. */
  isEnding: boolean;
}

/**
 * What a reply is for: a command of the application, a blocking read of it, or a command of this file. After a command
 * that subscribes, everything is a message for the application.
 */
type Expected = 'reply' | 'client id' | 'messages' | PendingRead;

/** After one of these, replies no longer belong to commands: the connection listens. */
const LISTENING = /^(P|S)?SUBSCRIBE$|^MONITOR$/;

/** What Redis reports of a connection that a blocking read holds, and of one for which it has no output. */
const BLOCKED = / flags=\S*b/;
const NOTHING_TO_SEND = / obl=0 oll=0 /;

/**
 * A connection to Redis. The application waits for the replies of its commands. A blocking read is not work: while
 * nothing else is expected, the connection is idle. The limit of such a read is a timer of the application that runs
 * inside Redis. So the command is sent without a limit, the limit becomes a timer in the emulator's time, and when it is
 * over, Redis is told to end the read.
 */
export class RedisConversation extends Conversation {
  readonly #commands = new Messages(pieceAt);
  readonly #replies = new Messages(pieceAt);
  readonly #expected: Expected[] = [];
  /** The commands with which the application has identified itself. */
  readonly #greeting: Buffer[] = [];
  readonly #control = new ControlConnection(() => this.parts.connectAgain(), this.#greeting);
  /** The number of this connection in Redis, once it is needed; 0, which none has, unless Redis has returned it. */
  #clientId: string | undefined;
  #isInTransaction = false;
  #isAsking = false;

  /** Whether bytes that an application writes first begin a command of Redis. */
  static begins(chunk: Buffer): boolean {
    return /^\*[1-9]\d*\r\n\$/.test(chunk.toString('latin1', 0, 16));
  }

  /** Passes on whole commands only, because a limit may be anywhere in a command. */
  override write(chunk: Buffer): Buffer {
    const out = this.#commands.split(chunk).flatMap((command) => this.#commandsFor(command));
    this.#update();
    return Buffer.concat(out);
  }

  /** Passes on everything but the reply to this file. */
  override read(chunk: Buffer): Buffer {
    const out = this.#replies.split(chunk).filter((message) => this.#isForApplication(message));
    this.#update();
    return Buffer.concat(out);
  }

  override close(): void {
    for (const expected of this.#expected.splice(0)) this.#stopTimer(expected);
    this.#update();
    this.#control.close();
  }

  /** Another connection is used, because this one does not respond while it waits. */
  override async ask(): Promise<void> {
    if (this.#isAsking || !this.#isWaiting()) return;
    this.#isAsking = true;
    this.#update();
    try {
      // Redis has something to send, or it has not read the command yet.
      for (let isAtRest = false; !isAtRest && this.#isWaiting(); ) {
        const reply = await this.#control.send('CLIENT', 'LIST', 'ID', this.#clientId ?? '0');
        isAtRest = reply.startsWith('-') || (this.#isListening() ? NOTHING_TO_SEND : BLOCKED).test(reply);
      }
    } catch {
      // The connection to Redis is lost, so nothing is on its way.
    }
    this.#isAsking = false;
    this.#update();
  }

  /** Whether the application expects only what another program may write. */
  #isWaiting(): boolean {
    const [first] = this.#expected;
    return this.#isListening() || (typeof first === 'object' && !first.isEnding);
  }

  /** Whether everything that Redis sends is a message of a subscription. */
  #isListening(): boolean {
    return this.#expected[0] === 'messages';
  }

  #isForApplication(message: Buffer): boolean {
    // A message that Redis pushes is not a reply to a command, and after a subscription there are no replies.
    if (message.toString('latin1', 0, 1) === '>' || this.#isListening()) return true;
    const expected = this.#expected.shift();
    this.#stopTimer(expected);
    if (expected !== 'client id') return true;
    this.#clientId = /^:(\d+)/.exec(message.toString('latin1'))?.[1] ?? '0';
    return false;
  }

  #commandsFor(command: Buffer): Buffer[] {
    if (this.#expected.at(-1) === 'messages') return [command];
    const name = commandName(command);
    if (name === 'AUTH' || name === 'HELLO') this.#greeting.push(command);
    const read = this.#isInTransaction ? undefined : blockingRead(command, name);
    if (name === 'MULTI') this.#isInTransaction = true;
    if (name === 'EXEC' || name === 'DISCARD') this.#isInTransaction = false;
    if (read === undefined && !LISTENING.test(name)) {
      this.#expected.push('reply');
      return [command];
    }
    const out = [read?.endless ?? command];
    if (this.#clientId === undefined) {
      this.#clientId = '0';
      this.#expected.push('client id');
      out.unshift(encode('CLIENT', 'ID'));
    }
    this.#expected.push(read === undefined ? 'messages' : this.#pending(read));
    return out;
  }

  #stopTimer(expected: Expected | undefined): void {
    if (typeof expected === 'object') this.parts.timers.stop(expected.timer);
  }

  #pending({ name, limitMs }: BlockingRead): PendingRead {
    const limit = {
      callback: () => void this.#end(pending),
      delayMs: Math.round(limitMs),
      name: `${name} on ${this.parts.address}`,
    };
    const timer = limitMs > 0 ? this.parts.timers.start(limit).unref() : undefined;
    const pending: PendingRead = { name: limit.name, timer, isEnding: false };
    return pending;
  }

  /** Ends a read as its limit would. */
  async #end(pending: PendingRead): Promise<void> {
    pending.isEnding = true;
    this.#update();
    try {
      // The read may still be on its way to Redis, on another connection than the command that ends it.
      for (let reply = ':0'; reply === ':0' && this.#expected.includes(pending); ) {
        reply = await this.#control.send('CLIENT', 'UNBLOCK', this.#clientId ?? '0', 'TIMEOUT');
        if (reply.startsWith('-')) throw new Error(reply.slice(1));
        if (reply === ':0') await realTime(1);
      }
    } catch (error) {
      pending.isEnding = false;
      if (this.#expected.includes(pending))
        warn(
          `${pending.name} cannot be ended when its time is over: ${(error as Error).message}. ` +
            'It waits until there is something to read. The user of the application must be allowed to call CLIENT ID and CLIENT UNBLOCK.',
        );
      this.#update();
    }
  }

  /** Whether a reply will arrive without anything else having to happen. */
  #update(): void {
    this.parts.expect(this.#isAsking || (this.#expected.length > 0 && !this.#isWaiting()));
  }
}
