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
  #hasAskedForEncryption = false;
  #hasStarted = false;
  #isListening = false;
  #isWorking = false;
  /** How often Postgres will be ready for a query because of what was written. */
  #expected = 0;
  /** Whether the next "ready for query" is the response to this file. */
  #isAsked = false;

  /** Whether bytes that an application writes first begin a connection to Postgres. */
  static begins(chunk: Buffer): boolean {
    if (chunk.length < 8) return false;
    const code = chunk.readInt32BE(4);
    return VERSIONS.has(code) || ENCRYPTION.has(code);
  }

  constructor(parts: ConversationParts) {
    this.#parts = parts;
  }

  write(chunk: Buffer): Buffer {
    this.#hasAskedForEncryption =
      !this.#hasStarted && chunk.length === 8 && ENCRYPTION.has(chunk.readInt32BE(4));
    this.#expected += this.#questionsIn(chunk);
    if (/\blisten\b/i.test(chunk.toString('latin1'))) this.#isListening = true;
    this.#isWorking = true;
    this.#parts.onWorking();
    return chunk;
  }

  /** Passes on everything but the response to this file. */
  read(chunk: Buffer): Buffer {
    if (this.#hasAskedForEncryption) {
      // The response is one letter, which is not a message.
      this.#end();
      return chunk;
    }
    const out: Buffer[] = [];
    for (const { type, bytes } of this.#received.split(chunk)) {
      if (type === READY_FOR_QUERY && this.#isAsked) {
        this.#isAsked = false;
        if (!this.#isWorking) this.#parts.onIdle();
        continue;
      }
      if (type === READY_FOR_QUERY && --this.#expected <= 0) this.#end();
      out.push(bytes);
    }
    return Buffer.concat(out);
  }

  ask(): void {
    if (!this.#isListening || this.#isWorking || this.#isAsked) return;
    this.#isAsked = true;
    this.#parts.onWorking();
    this.#parts.send(SYNC);
  }

  close(): void {
    this.#end();
  }

  /** How often Postgres will be ready for a query because of these bytes. */
  #questionsIn(chunk: Buffer): number {
    if (this.#hasAskedForEncryption) return 0;
    if (this.#hasStarted)
      return this.#written.split(chunk).filter(({ type = '' }) => ASKING.has(type)).length;
    // The first message has no type.
    this.#hasStarted = true;
    return 1;
  }

  #end(): void {
    this.#expected = 0;
    this.#isWorking = false;
    this.#parts.onIdle();
  }
}
