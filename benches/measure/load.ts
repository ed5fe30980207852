import { connect, type Socket } from 'node:net';

/** Where to send requests, and what to send as the nth of them. */
export interface Load {
  readonly url: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly bodies: readonly string[];
}

/**
 * Sends requests over kept-alive connections, one at a time on each. Written on bare sockets: a client that costs as
 * much as the server would be the bottleneck, and every server would look alike.
 *
 * @param load - What to send.
 * @param requests - How many in all.
 * @param concurrency - On how many connections.
 * @throws Error for an answer whose status is not of the 200s.
 */
export async function send(load: Load, requests: number, concurrency: number): Promise<void> {
  const { hostname, port } = new URL(load.url);
  const written = load.bodies.map((body) => serialize(load, body));
  let sent = 0;
  const next = () => (sent < requests ? written[sent++ % written.length] : undefined);
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

/** Sends the next request whenever an answer has come to its end. */
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
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
      if (!isWhole(answer)) return;
      if (!answer.startsWith('HTTP/1.1 2')) socket.destroy(new Error(`answered: ${answer.slice(0, 500)}`));
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
