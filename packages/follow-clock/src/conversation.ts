import type { Socket } from 'node:net';
import type { Timers } from './timers.ts';

/** The parts of a conversation. */
export interface ConversationParts {
  /** Where it leads to. */
  readonly address: string;
  /** Records whether a response will arrive without anything else having to happen. */
  expect(isExpected: boolean): void;
  /** The same for a response that a living peer always sends, which can take longer. */
  expectSurely(isExpected: boolean): void;
  /** Writes bytes that the application did not write. */
  send(bytes: Buffer): void;
  /** Opens another connection to the same server. */
  connectAgain(): Socket;
  readonly timers: Timers;
}

/**
 * What an application writes to a connection and reads from it. In an unknown protocol, such as here, what was written waits
 * for a response, and its first bytes count as one.
 */
export class Conversation {
  protected readonly parts: ConversationParts;

  constructor(parts: ConversationParts) {
    this.parts = parts;
  }

  /**
   * Takes bytes of the application.
   *
   * @returns The bytes to write.
   */
  write(chunk: Buffer): Buffer {
    this.parts.expect(true);
    return chunk;
  }

  /**
   * Takes bytes of the server.
   *
   * @returns The bytes that the application reads.
   */
  read(chunk: Buffer): Buffer {
    this.parts.expect(false);
    return chunk;
  }

  /**
   * If the application only waits on this connection, finds out whether something is on its way to it. This is work until
   * the server has responded, which it does after it has sent everything that earlier writes to it have caused. Nothing can
   * be asked in an unknown protocol.
   */
  ask(): void | Promise<void> {}

  /** The response takes too long, and is no longer waited for. */
  late(): void {}

  /** The connection was closed. */
  close(): void {
    this.parts.expect(false);
    this.parts.expectSurely(false);
  }
}
