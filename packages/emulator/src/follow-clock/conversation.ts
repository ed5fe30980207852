import type { Socket } from 'node:net';
import type { FollowedTimer, TimerCallback } from './timers.ts';

/** What an application writes to a connection and reads from it, in one protocol. */
export interface Conversation {
  /** Takes bytes of the application. @returns The bytes to write. */
  write(chunk: Buffer): Buffer;
  /** Takes bytes of the server. @returns The bytes that the application reads. */
  read(chunk: Buffer): Buffer;
  /** The connection was closed. */
  close(): void;
}

/** The parts of a conversation. */
export interface ConversationParts {
  /** Where it leads to. */
  readonly address: string;
  /** A response will arrive without anything else having to happen. */
  onWorking(): void;
  /** No response is expected. */
  onIdle(): void;
  /** Opens another connection to the same server. */
  connectAgain(): Socket;
  /** Starts a timer in the emulator's time. */
  startTimer(callback: TimerCallback, delayMs: number, name: string): FollowedTimer;
  warn(message: string): void;
}

/** The messages with which a client of Postgres begins: its version of the protocol, or a request for encryption. */
const POSTGRES_BEGINNINGS = new Set([196_608, 196_610, 80_877_103, 80_877_104]);

/** The end of everything that Postgres sends before it waits: a message "ready for query", without its state. */
const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5]);

/**
 * A connection in any other protocol: what was written waits for a response. Postgres marks the end of its responses; of
 * other protocols the first bytes count as the response.
 */
export class PlainConversation implements Conversation {
  readonly #parts: ConversationParts;
  #isPostgres: boolean | undefined;

  constructor(parts: ConversationParts) {
    this.#parts = parts;
  }

  write(chunk: Buffer): Buffer {
    this.#isPostgres ??= chunk.length >= 8 && POSTGRES_BEGINNINGS.has(chunk.readInt32BE(4));
    this.#parts.onWorking();
    return chunk;
  }

  read(chunk: Buffer): Buffer {
    if (this.#isPostgres !== true || endsResponse(chunk)) this.#parts.onIdle();
    return chunk;
  }

  close(): void {
    this.#parts.onIdle();
  }
}

/** One byte alone is the response to a request for encryption. */
function endsResponse(chunk: Buffer): boolean {
  return chunk.length === 1 || READY_FOR_QUERY.equals(chunk.subarray(-6, -1));
}
