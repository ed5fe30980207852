import { connect, type Socket } from 'node:net';

/** The server, and the requests by index. */
export interface Load {
  readonly url: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly bodies: readonly string[];
}

/** Returns the next request, and how many milliseconds it has to wait. */
type Next = () => readonly [request: Buffer, waitMs: number] | undefined;

/**
 * Sends requests over keep-alive connections, one at a time on each. It uses plain sockets, because a client that costs as
 * much as the server would be the bottleneck and hide the differences between servers.
 *
 * @param load - The requests.
 * @param requests - The number of requests in total.
 * @param concurrency - The number of connections.
 * @param perSecond - The rate; default: as fast as possible.
 * @throws {Error} for a response without a status from 200 to 299, and when the server closes a connection.
 */
export async function send(
  load: Load,
  requests: number,
  concurrency: number,
  perSecond = Infinity,
): Promise<void> {
  const { hostname, port } = new URL(load.url);
  const written = load.bodies.map((body) => serialize(load, body));
  const startedAt = performance.now();
  let sent = 0;
  const next: Next = () => {
    const request = written[sent % written.length];
    if (sent === requests || request === undefined) return undefined;
    return [request, startedAt + (1_000 * sent++) / perSecond - performance.now()];
  };
  await Promise.all(
    Array.from({ length: concurrency }, () => converse(connect(Number(port), hostname).setNoDelay(), next)),
  );
}

function serialize({ url, path, headers }: Load, body: string): Buffer {
  const fields = { host: new URL(url).host, 'content-type': 'application/json', ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST ${path} HTTP/1.1\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.from(head + body);
}

/** Sends the next request after each complete response, when it is time. */
function converse(socket: Socket, next: Next): Promise<void> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const proceed = () => {
      const [request, waitMs] = next() ?? [undefined, 0];
      if (request === undefined) socket.end(resolve);
      else if (waitMs > 0) setTimeout(() => socket.write(request), waitMs);
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
