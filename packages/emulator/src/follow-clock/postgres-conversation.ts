import type { Conversation, ConversationParts } from './conversation.ts';

/** The codes with which a client begins: the version of the protocol, or a request for encryption. */
const VERSIONS = new Set([196_608, 196_610]);
const ENCRYPTION = new Set([80_877_103, 80_877_104]);

const READY_FOR_QUERY = 'Z'.charCodeAt(0);

/** The sizes of a message's type and length, and of a whole message "ready for query". */
const HEADER_BYTES = 5;
const READY_BYTES = 6;

/** The message "sync". Without a query before it, its only effect is the response "ready for query". */
const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);

/**
 * A connection to Postgres. What was written waits until Postgres is ready for the next query.
 *
 * Postgres sends a notification through another process, perhaps after it has replied to the writer. But it has marked
 * the connections that listen before it replies, and sends the notifications of such a connection before it is ready for
 * a query. So "sync" on the connection itself proves that none is on its way.
 */
export class PostgresConversation implements Conversation {
  readonly #parts: ConversationParts;
  #hasAskedForEncryption = false;
  #isListening = false;
  #isWorking = false;
  /** Whether the next "ready for query" is the response to this file. */
  #isAsked = false;
  /** How many bytes of a message have not arrived. */
  #missing = 0;
  /** The start of a message whose length has not arrived. */
  #rest: Buffer = Buffer.alloc(0);

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
    this.#hasAskedForEncryption = chunk.length === 8 && ENCRYPTION.has(chunk.readInt32BE(4));
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
    const bytes = Buffer.concat([this.#rest, chunk]);
    const out: Buffer[] = [];
    let at = 0;
    while (at < bytes.length) {
      if (this.#missing === 0) {
        const isReady = bytes[at] === READY_FOR_QUERY;
        if (bytes.length - at < (isReady ? READY_BYTES : HEADER_BYTES)) break;
        if (isReady && this.#isAsked) {
          this.#isAsked = false;
          if (!this.#isWorking) this.#parts.onIdle();
          at += READY_BYTES;
          continue;
        }
        if (isReady) this.#end();
        this.#missing = 1 + bytes.readInt32BE(at + 1);
      }
      const end = Math.min(at + this.#missing, bytes.length);
      out.push(bytes.subarray(at, end));
      this.#missing -= end - at;
      at = end;
    }
    this.#rest = bytes.subarray(at);
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

  #end(): void {
    this.#isWorking = false;
    this.#parts.onIdle();
  }
}
