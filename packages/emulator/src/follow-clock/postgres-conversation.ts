import type { Conversation, ConversationParts } from './conversation.ts';
import { PostgresMessages } from './postgres-messages.ts';

/** The codes with which a client begins: the version of the protocol, or a request for encryption. */
const VERSIONS = new Set([196_608, 196_610]);
const ENCRYPTION = new Set([80_877_103, 80_877_104]);

const READY_FOR_QUERY = 'Z';

/** Queries, calls of functions, and "sync": Postgres is ready for the next query once after each of them. */
const ASKING = new Set(['Q', 'F', 'S']);

/** The message "sync". Without a query before it, its only effect is the response "ready for query". */
const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);

/**
 * A connection to Postgres. What was written waits until Postgres is ready for the next query. Queries that were written
 * together are all waited for.
 *
 * Postgres sends a notification through another process, perhaps after it has replied to the writer. But it has marked
 * the connections that listen before it replies, and sends the notifications of such a connection before it is ready for
 * a query. So "sync" on the connection itself proves that none is on its way.
 */
export class PostgresConversation implements Conversation {
  readonly #parts: ConversationParts;
  readonly #written = new PostgresMessages();
  readonly #received = new PostgresMessages();
  /** Who wrote what Postgres will be ready for a query after. */
  readonly #expected: ('application' | 'this file')[] = [];
  #hasStarted = false;
  #isListening = false;

  /** Whether bytes that an application writes first begin a connection to Postgres. */
  static begins(chunk: Buffer): boolean {
    return VERSIONS.has(codeOf(chunk)) || ENCRYPTION.has(codeOf(chunk));
  }

  constructor(parts: ConversationParts) {
    this.#parts = parts;
  }

  write(chunk: Buffer): Buffer {
    if (this.#hasStarted) {
      for (const { type, isEnd } of this.#written.split(chunk))
        if (isEnd && ASKING.has(type)) this.#expected.push('application');
      if (/\blisten\b/i.test(chunk.toString('latin1'))) this.#isListening = true;
    } else {
      // These messages have no type.
      this.#expected.push('application');
      this.#hasStarted = VERSIONS.has(codeOf(chunk));
    }
    this.#update();
    return chunk;
  }

  /** Passes on everything but the response to this file. */
  read(chunk: Buffer): Buffer {
    if (!this.#hasStarted) {
      // The response to a request for encryption is one letter, which is not a message.
      this.#expected.shift();
      this.#update();
      return chunk;
    }
    const out: Buffer[] = [];
    for (const { type, bytes, isEnd } of this.#received.split(chunk)) {
      const writer = type === READY_FOR_QUERY && isEnd ? this.#expected.shift() : undefined;
      if (writer !== 'this file') out.push(bytes);
    }
    this.#update();
    return Buffer.concat(out);
  }

  ask(): void {
    if (!this.#isListening || this.#expected.length > 0) return;
    this.#expected.push('this file');
    this.#update();
    this.#parts.send(SYNC);
  }

  close(): void {
    this.#parts.expect(false);
  }

  #update(): void {
    this.#parts.expect(this.#expected.length > 0);
  }
}

/** The code in the first message of a client. */
function codeOf(chunk: Buffer): number {
  return chunk.length < 8 ? 0 : chunk.readInt32BE(4);
}
