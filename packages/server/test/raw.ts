import { connect } from 'node:net';
import { type Served } from '@messaging-service/test-support';

/** Sends bytes unchanged and collects the response until the connection ends. */
export function raw({ server }: Pick<Served, 'server'>, text: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''), () => socket.write(text));
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
}

/** Sends a request without a body, such as `bare(served, 'GET /batch', { Host: 'localhost' })`, and reads the response. */
export async function bare(
  served: Pick<Served, 'server'>,
  call: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const lines = Object.entries({ Connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return parse(await raw(served, `${call} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`));
}

/** A response as it came over the wire, without trailers or chunks. */
export function parse(text: string): Response {
  const [head = '', ...body] = text.split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]);
  const code = Number(status.split(' ')[1]);
  return new Response(code === 204 ? null : body.join('\r\n\r\n'), { status: code, headers });
}
