import { once } from 'node:events';
import { createServer, request as forward, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Starts a reverse proxy that has a server below a path, which it removes, until the test ends.
 *
 * @param port - The port of the server.
 * @param says - Whether it says so in a header, as some proxies do.
 * @returns The address of the server at the proxy.
 */
export async function startReverseProxy(port: string, path: string, says = false): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    if (!url.startsWith(`${path}/`)) return void outgoing.writeHead(502).end();
    const added: IncomingHttpHeaders = says ? { 'x-forwarded-prefix': path } : {};
    const options = {
      host: '127.0.0.1',
      port,
      method,
      path: url.slice(path.length),
      headers: { ...headers, ...added },
    };
    const onward = forward(options, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${path}`;
}
