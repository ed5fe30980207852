import type { Conversation, ConversationParts } from '../conversation.ts';
import { realTime } from '../real-time.ts';
import type { FollowedTimer } from '../timers.ts';
import { warn } from '../warn.ts';
import { type BlockingRead, blockingRead, commandName, encode } from './commands.ts';
import { ControlConnection } from './control-connection.ts';
import { Frames } from './frames.ts';

/** A blocking read that has no reply yet. */
class PendingRead {
  readonly read: BlockingRead;
  /** Ends it in the emulator's time. */
  timer: FollowedTimer | undefined;
  /** Whether its end was requested, so that its reply will arrive now. */
  isEnding = false;
  isOver = false;

  constructor(read: BlockingRead) {
    this.read = read;
  }

  finish(): void {
    this.isOver = true;
    this.timer?.close();
  }
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
export class RedisConversation implements Conversation {
  readonly #parts: ConversationParts;
  readonly #control: ControlConnection;
  readonly #commands = new Frames();
  readonly #replies = new Frames();
  readonly #expected: Expected[] = [];
  /** The commands with which the application has identified itself. */
  readonly #greeting: Buffer[] = [];
  /** The start of a command whose end was not written. */
  readonly #unsent: Buffer[] = [];
  /** The reply with the number of this connection in Redis. */
  #clientId: string | undefined;
  #isInTransaction = false;
  #isAsking = false;

  /** Whether bytes that an application writes first begin a command of Redis. */
  static begins(chunk: Buffer): boolean {
    return /^\*[1-9]\d*\r\n\$/.test(chunk.toString('latin1', 0, 16));
  }

  constructor(parts: ConversationParts) {
    this.#parts = parts;
    this.#control = new ControlConnection(() => parts.connectAgain(), this.#greeting);
  }

  /** Passes on whole commands only, because a limit may be anywhere in a command. */
  write(chunk: Buffer): Buffer {
    if (this.#expected.at(-1) === 'messages') return chunk;
    const out: Buffer[] = [];
    for (const { bytes, isEnd } of this.#commands.split(chunk)) {
      this.#unsent.push(bytes);
      if (isEnd) out.push(...this.#commandsFor(Buffer.concat(this.#unsent.splice(0))));
    }
    this.#update();
    return Buffer.concat(out);
  }

  /** Passes on everything but the reply to this file. */
  read(chunk: Buffer): Buffer {
    if (this.#isListening()) return chunk;
    const out: Buffer[] = [];
    for (const { type, bytes, isEnd } of this.#replies.split(chunk)) {
      // A message that Redis pushes is not a reply to a command, and after a subscription there are no replies.
      const expected = type === '>' ? undefined : this.#expected[0];
      if (expected === 'client id') this.#clientId = (this.#clientId ?? '') + bytes.toString('latin1');
      else out.push(bytes);
      if (!isEnd || expected === undefined || expected === 'messages') continue;
      if (expected instanceof PendingRead) expected.finish();
      this.#expected.shift();
    }
    this.#update();
    return Buffer.concat(out);
  }

  close(): void {
    for (const expected of this.#expected.splice(0)) if (expected instanceof PendingRead) expected.finish();
    this.#update();
    this.#control.close();
  }

  /** Another connection is used, because this one does not respond while it waits. */
  ask(): void {
    if (this.#isAsking || !this.#isWaiting()) return;
    this.#isAsking = true;
    this.#update();
    void this.#untilAtRest().finally(() => {
      this.#isAsking = false;
      this.#update();
    });
  }

  /** Waits until Redis has nothing to send on this connection, or the application no longer waits on it. */
  async #untilAtRest(): Promise<void> {
    try {
      for (let reply = ''; this.#isWaiting() && !reply.startsWith('-'); ) {
        reply = await this.#control.send('CLIENT', 'LIST', 'ID', this.#id());
        if ((this.#isListening() ? NOTHING_TO_SEND : BLOCKED).test(reply)) return;
      }
    } catch {
      // The connection to Redis is lost, so nothing is on its way.
    }
  }

  /** The number of this connection in Redis; 0, which none has, if Redis has not returned it. */
  #id(): string {
    return /^:(\d+)\r\n$/.exec(this.#clientId ?? '')?.[1] ?? '0';
  }

  /** Whether the application expects only what another program may write. */
  #isWaiting(): boolean {
    const [first] = this.#expected;
    return this.#isListening() || (first instanceof PendingRead && !first.isEnding);
  }

  /** Whether everything that Redis sends is a message of a subscription. */
  #isListening(): boolean {
    return this.#expected[0] === 'messages';
  }

  #commandsFor(command: Buffer): Buffer[] {
    const name = commandName(command);
    if (name === 'AUTH' || name === 'HELLO') this.#greeting.push(command);
    const read = this.#isInTransaction ? undefined : blockingRead(command, name);
    if (name === 'MULTI') this.#isInTransaction = true;
    if (name === 'EXEC' || name === 'DISCARD') this.#isInTransaction = false;
    const isListening = LISTENING.test(name);
    if (read === undefined && !isListening) {
      this.#expected.push('reply');
      return [command];
    }
    const out = [read?.endless ?? command];
    if (this.#clientId === undefined && !this.#expected.includes('client id')) {
      this.#expected.push('client id');
      out.unshift(encode('CLIENT', 'ID'));
    }
    if (read === undefined) {
      this.#expected.push('messages');
      return out;
    }
    const pending = new PendingRead(read);
    this.#expected.push(pending);
    if (read.limitMs > 0)
      pending.timer = this.#parts.timers
        .start({
          callback: () => void this.#end(pending),
          delayMs: Math.round(read.limitMs),
          name: `${read.name} on ${this.#parts.address}`,
        })
        .unref();
    return out;
  }

  /** Ends a read as its limit would. */
  async #end(pending: PendingRead): Promise<void> {
    pending.isEnding = true;
    this.#update();
    try {
      // The read may still be on its way to Redis, on another connection than the command that ends it.
      for (let reply = ':0'; !pending.isOver && reply === ':0'; ) {
        reply = await this.#control.send('CLIENT', 'UNBLOCK', this.#id(), 'TIMEOUT');
        if (reply.startsWith('-')) throw new Error(reply.slice(1));
        if (reply === ':0') await realTime(1);
      }
    } catch (error) {
      pending.isEnding = false;
      if (!pending.isOver)
        warn(
          `${pending.read.name} on ${this.#parts.address} cannot be ended when its time is over: ${(error as Error).message}. ` +
            'It waits until there is something to read. The user of the application must be allowed to call CLIENT ID and CLIENT UNBLOCK.',
        );
      this.#update();
    }
  }

  /** Whether a reply will arrive without anything else having to happen. */
  #update(): void {
    this.#parts.expect(this.#isAsking || (this.#expected.length > 0 && !this.#isWaiting()));
  }
}
