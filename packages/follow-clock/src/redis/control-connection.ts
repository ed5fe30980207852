import type { Socket } from 'node:net';
import { Messages } from '../framing.ts';
import { encode, pieceAt } from './protocol.ts';

/** A second connection to a server of Redis, which asks about the first one and ends its blocking reads. */
export class ControlConnection {
  readonly #connect: () => Socket;
  readonly #greeting: readonly Buffer[];
  #socket: Socket | undefined;
  /** The commands that have no reply yet. */
  #asked: PromiseWithResolvers<string>[] = [];

  /**
   * @param connect - Opens a connection to the same server.
   * @param greeting - The commands with which the application has identified itself until then.
   */
  constructor(connect: () => Socket, greeting: readonly Buffer[]) {
    this.#connect = connect;
    this.#greeting = greeting;
  }

  /** Sends a command, and returns its reply as it was read. The connection is opened when there is none. */
  send(...command: readonly string[]): Promise<string> {
    this.#socket ??= this.#open();
    return this.#write(this.#socket, encode(...command));
  }

  /** Closes the connection. */
  close(): void {
    this.#socket?.destroy();
  }

  #write(socket: Socket, command: Buffer): Promise<string> {
    const asked = Promise.withResolvers<string>();
    this.#asked.push(asked);
    socket.write(command);
    return asked.promise;
  }

  #open(): Socket {
    const socket = this.#connect();
    const replies = new Messages(pieceAt);
    const fail = (error: Error) => {
      this.#socket = undefined;
      for (const { reject } of this.#asked.splice(0)) reject(error);
    };
    socket.unref();
    socket.on('data', (chunk: Buffer) => {
      for (const reply of replies.split(chunk))
        this.#asked.shift()?.resolve(reply.toString('latin1').trimEnd());
    });
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('The connection was closed.')));
    // Redis reports a refusal of these with the next command.
    for (const command of this.#greeting) this.#write(socket, command).catch(() => undefined);
    return socket;
  }
}
