import type { Socket } from 'node:net';
import { Frames } from './frames.ts';

interface Asked {
  readonly resolve: (reply: string) => void;
  readonly reject: (error: Error) => void;
}

/** A second connection to a server of Redis, which ends the blocking reads of the first one. */
export class ControlConnection {
  readonly #connect: () => Socket;
  readonly #greeting: () => readonly Buffer[];
  #socket: Socket | undefined;
  #frames = new Frames();
  #asked: Asked[] = [];

  /**
   * @param connect - Opens a connection to the same server.
   * @param greeting - The commands with which the application has identified itself.
   */
  constructor(connect: () => Socket, greeting: () => readonly Buffer[]) {
    this.#connect = connect;
    this.#greeting = greeting;
  }

  /** Sends a command, and returns its reply as it was read. The connection is opened when there is none. */
  async send(command: Buffer): Promise<string> {
    this.#socket ??= this.#open();
    const socket = this.#socket;
    return new Promise((resolve, reject) => {
      this.#asked.push({ resolve, reject });
      socket.write(command);
    });
  }

  /** Closes the connection. */
  close(): void {
    this.#socket?.destroy();
  }

  #open(): Socket {
    const socket = this.#connect();
    this.#frames = new Frames();
    this.#asked = [];
    let failure: Error | undefined;
    socket.unref();
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', (error) => {
      failure = error;
    });
    socket.on('close', () => {
      this.#socket = undefined;
      const error = failure ?? new Error('The connection was closed.');
      for (const { reject } of this.#asked.splice(0)) reject(error);
    });
    for (const command of this.#greeting()) {
      this.#asked.push({ resolve: () => undefined, reject: () => undefined });
      socket.write(command);
    }
    return socket;
  }

  #read(chunk: Buffer): void {
    let from = 0;
    for (let end = this.#frames.next(chunk, 0); end !== -1; end = this.#frames.next(chunk, from)) {
      this.#asked.shift()?.resolve(chunk.toString('latin1', from, end).trimEnd());
      from = end;
    }
  }
}
