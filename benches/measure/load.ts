import { connect, type Socket } from 'node:net';

/** The server, and the requests by index. */
export interface Load {
  readonly url: string;
  readonly path: string;
  readonly bodies: readonly string[];
}

/**
 * Sends requests over keep-alive connections, one at a time on each. It uses plain sockets, because a client that costs as
 * much as the server would be the bottleneck and hide the differences between servers.
 *
 * @param load - The requests.
 * @param requests - The number of requests in total.
 * @param concurrency - The number of connections.
 * @throws {Error} for a response without a status from 200 to 299, and when the server closes a connection.
 */
export async function send(load: Load, requests: number, concurrency: number): Promise<void> {
  const { hostname, port } = new URL(load.url);
  const written = load.bodies.map((body) => serialize(load, body));
  let sent = 0;
  const next = () => (sent === requests ? undefined : written[sent++ % written.length]);
  await Promise.all(
    Array.from({ length: concurrency }, () => converse(connect(Number(port), hostname).setNoDelay(), next)),
  );
}

function serialize({ url, path }: Load, body: string): Buffer {
  const head = `POST ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\ncontent-type: application/json\r\n`;
  return Buffer.from(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

/** Sends the next request after each complete response. */
function converse(socket: Socket, next: () => Buffer | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const proceed = () => {
      const request = next();
      if (request === undefined) socket.end(resolve);
      else socket.write(request);
    };
    socket.on('connect', proceed);
    socket.on('error', reject);
    socket.on('end', () => reject(new Error('The server closed a connection.')));
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
      if (!isWhole(answer)) return;
      if (!answer.startsWith('HTTP/1.1 2'))
        socket.destroy(new Error(`unexpected response: ${answer.slice(0, 500)}`));
      answer = '';
      proceed();
    });
  });
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer)?.[1];
  return length === undefined ? answer.endsWith('\r\n0\r\n\r\n') : answer.length >= end + 4 + Number(length);
}
