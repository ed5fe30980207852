import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The response of a connection. */
export interface RawAnswer {
  /** Everything the server sent, as text. */
  readonly text: string;
  /** Statuses of the responses, in order. */
  readonly statuses: readonly number[];
  /** Whether the server ended the connection; false if the test stopped waiting. */
  readonly ended: boolean;
}

const GIVE_UP_MS = 5_000;

/** Opens a connection to a server on this machine. */
export async function open(port: number, host = '127.0.0.1'): Promise<Socket> {
  const socket = connect(port, host);
  // The server may end an attack at any moment.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Writes bytes unchanged and collects the response until the server ends the connection. */
export async function sendRaw(
  port: number,
  bytes: string | Uint8Array,
  giveUpMs = GIVE_UP_MS,
): Promise<RawAnswer> {
  const socket = await open(port);
  socket.write(bytes);
  return gather(socket, giveUpMs);
}

/** Collects the bytes of a connection until the server ends it. */
export function gather(socket: Socket, giveUpMs = GIVE_UP_MS): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let text = '';
    let ended = true;
    const timer = setTimeout(() => {
      ended = false;
      socket.destroy();
    }, giveUpMs);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    socket.on('end', () => socket.end());
    socket.on('close', () => {
      clearTimeout(timer);
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
      resolve({ text, statuses, ended });
    });
  });
}

/** A request as bytes; `Host` is local and the connection is closed afterwards unless the headers say otherwise. */
export function requestBytes(
  line: string,
  headers: readonly string[] = [],
  body = '',
  host: string | null = 'localhost',
): string {
  const lines = [
    `${line} HTTP/1.1`,
    ...(host === null ? [] : [`Host: ${host}`]),
    'Connection: close',
    ...headers,
    ...(body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
