import { Conversation } from './conversation.ts';
import { Messages, type Piece } from './framing.ts';

/** The codes with which a client begins: the version of the protocol, or a request for encryption. */
const VERSIONS = new Set([196_608, 196_610]);
const ENCRYPTION = new Set([80_877_103, 80_877_104]);

const READY_FOR_QUERY = 'Z';

/** Queries, calls of functions, and "sync": Postgres is ready for the next query once after each of them. */
const ASKING = new Set(['Q', 'F', 'S']);

/** The message "sync". Without a query before it, its only effect is the response "ready for query". */
const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);

/** The size of a message's type and length. */
const HEADER_BYTES = 5;

/**
 * A connection to Postgres. What was written waits until Postgres is ready for the next query. Queries that were written
 * together are all waited for.
 *
 * Postgres sends a notification through another process, perhaps after it has replied to the writer. But it has marked
 * the connections that listen before it replies, and sends the notifications of such a connection before it is ready for
 * a query. So "sync" on the connection itself proves that none is on its way.
 */
export class PostgresConversation extends Conversation {
  readonly #written = new Messages(pieceAt);
  readonly #received = new Messages(pieceAt);
  /** Who wrote what Postgres will be ready for a query after. */
  readonly #expected: ('application' | 'this file')[] = [];
  #hasStarted = false;
  #isListening = false;

  /** Whether bytes that an application writes first begin a connection to Postgres. */
  static begins(chunk: Buffer): boolean {
    return VERSIONS.has(codeOf(chunk)) || ENCRYPTION.has(codeOf(chunk));
  }

  override write(chunk: Buffer): Buffer {
    if (this.#hasStarted) {
      for (const message of this.#written.split(chunk))
        if (ASKING.has(typeOf(message))) this.#expected.push('application');
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
  override read(chunk: Buffer): Buffer {
    // The response to a request for encryption is one letter, which is not a message.
    const messages = this.#hasStarted ? this.#received.split(chunk) : [chunk];
    const out = messages.filter((message) => {
      const isResponse = !this.#hasStarted || typeOf(message) === READY_FOR_QUERY;
      return !isResponse || this.#expected.shift() !== 'this file';
    });
    this.#update();
    return Buffer.concat(out);
  }

  override ask(): void {
    if (!this.#isListening || this.#expected.length > 0) return;
    this.#expected.push('this file');
    this.#update();
    this.parts.send(SYNC);
  }

  #update(): void {
    this.parts.expect(this.#expected.length > 0);
  }
}

/** The code in the first message of a client. */
function codeOf(chunk: Buffer): number {
  return chunk.length < 8 ? 0 : chunk.readInt32BE(4);
}

function typeOf(message: Buffer): string {
  return message.toString('latin1', 0, 1);
}

/** A message is one piece. */
function pieceAt(bytes: Buffer, at: number): Piece {
  const size = bytes.length < at + HEADER_BYTES ? HEADER_BYTES : 1 + bytes.readInt32BE(at + 1);
  return { end: at + size, more: 0 };
}
