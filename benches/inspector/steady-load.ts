import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { MESSAGE_PATH, messageOf } from '../emulator/requests.ts';

const CONNECTIONS = 8;
const TICK_MS = 10;

/** The result of a load. */
export interface Sent {
  /** The messages that the server accepted. */
  readonly messages: number;
  readonly perSecond: number;
}

let index = 0;

/**
 * Sends messages for a time at a steady rate, one a request. Requests go over plain sockets without waiting for the
 * response to the request before, because a client that costs as much as the server would decide the rate.
 *
 * @param callback - Where the receipt of each message goes; default: nowhere.
 */
export async function sendSteadily(
  url: string,
  perSecond: number,
  seconds: number,
  callback?: string,
): Promise<Sent> {
  const load = new SteadyLoad(url, callback);
  try {
    return await load.run(perSecond, seconds);
  } finally {
    load.close();
  }
}

class SteadyLoad {
  readonly #sockets: readonly Socket[];
  readonly #host: string;
  readonly #members: { readonly callback?: string };
  #sent = 0;
  #answered = 0;
  #failure: string | undefined;

  constructor(url: string, callback: string | undefined) {
    this.#members = callback === undefined ? {} : { callback };
    const { hostname, port, host } = new URL(url);
    this.#host = host;
    this.#sockets = Array.from({ length: CONNECTIONS }, () => {
      const socket = connect(Number(port), hostname).setNoDelay();
      this.#read(socket);
      return socket;
    });
  }

  async run(perSecond: number, seconds: number): Promise<Sent> {
    const startedAt = performance.now();
    for (let elapsed = 0; elapsed < seconds; elapsed = (performance.now() - startedAt) / 1_000) {
      while (this.#sent < elapsed * perSecond) this.#post();
      await pause(TICK_MS);
    }
    while (this.#answered < this.#sent && this.#failure === undefined) await pause(TICK_MS);
    if (this.#failure !== undefined) throw new Error(this.#failure);
    return {
      messages: this.#answered,
      perSecond: (1_000 * this.#answered) / (performance.now() - startedAt),
    };
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #post(): void {
    const body = JSON.stringify({ messages: [messageOf(index++, this.#members)] });
    const head = [
      `POST ${MESSAGE_PATH} HTTP/1.1`,
      `host: ${this.#host}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
    ];
    this.#sockets[this.#sent++ % CONNECTIONS]?.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }

  /** Counts whole responses; several may arrive together. */
  #read(socket: Socket): void {
    let text = '';
    socket.on('error', ({ message }) => {
      this.#failure = message;
    });
    socket.on('end', () => {
      this.#failure = 'The server closed a connection.';
    });
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      for (;;) {
        const head = text.indexOf('\r\n\r\n');
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1]);
        if (head === -1 || text.length < head + 4 + length) return;
        if (!text.startsWith('HTTP/1.1 2')) this.#failure = text.slice(0, 500);
        text = text.slice(head + 4 + length);
        this.#answered++;
      }
    });
  }
}
