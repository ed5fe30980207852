import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A call, and the status that the ledger expects. */
export interface ExpectedCall {
  readonly line: string;
  readonly body: unknown;
  readonly status: number;
}

/** A response that differs from the ledger. */
export interface Surprise {
  readonly call: ExpectedCall;
  readonly status: number;
  readonly body: string;
}

/**
 * One connection over which calls are written without waiting for the responses of those before; the responses arrive
 * in order.
 */
export class PipelinedConnection {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #waiting: ExpectedCall[] = [];
  #surprises: Surprise[] = [];
  #done: PromiseWithResolvers<Surprise[]> | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#read();
    });
    socket.on('close', () => this.#done?.reject(new Error('The server closed the connection.')));
  }

  static async open(port: number): Promise<PipelinedConnection> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new PipelinedConnection(socket);
  }

  /** Makes calls and returns the responses that were not as expected. */
  make(calls: readonly ExpectedCall[]): Promise<Surprise[]> {
    this.#waiting = [...calls];
    this.#surprises = [];
    this.#done = Promise.withResolvers<Surprise[]>();
    this.#socket.write(calls.map(asBytes).join(''));
    return this.#done.promise;
  }

  close(): void {
    this.#done = undefined;
    this.#socket.destroy();
  }

  #read(): void {
    while (this.#waiting.length > 0) {
      const headEnd = this.#received.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      const head = this.#received.toString('latin1', 0, headEnd);
      const end = headEnd + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1]);
      if (this.#received.length < end) return;
      const call = this.#waiting.shift() as ExpectedCall;
      const status = Number(head.slice(9, 12));
      if (status !== call.status)
        this.#surprises.push({ call, status, body: this.#received.toString('utf8', headEnd + 4, end) });
      this.#received = this.#received.subarray(end);
    }
    this.#done?.resolve(this.#surprises);
  }
}

function asBytes({ line, body }: ExpectedCall): string {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return `${line} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
