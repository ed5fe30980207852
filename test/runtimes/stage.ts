import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { createCertificates, withoutCertificates } from '../../packages/sdk/test/transport/certificates.ts';
import {
  closedAddress,
  createCuttingServer,
  createSecureFront,
  createUntrustedServer,
  type RunningServer,
  start,
} from './network.ts';
import type { SecureStage, Stage } from './suite/addresses.ts';
import type { Received } from './suite/sandbox.ts';

/** The running servers of the suite. */
export interface RunningStage extends Stage {
  close(): Promise<void>;
}

/**
 * Starts the emulator, and in front of it a server that
 * - receives webhooks at `/inbox/…` and lists them,
 * - responds at `/stall/…` with the beginning of a body, and never completes it,
 * - serves at `/page.html` a page with the given script,
 * - forwards everything else to the emulator, because the service does not allow pages of other origins.
 */
export async function openStage(script: () => Promise<string>): Promise<RunningStage> {
  const emulator = createEmulator();
  const service = await listen(emulator);
  const inboxes = new Map<string, Received[]>();
  const front = createServer((incoming, response) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://front');
    if (pathname.startsWith('/inbox/')) return receive(inboxes, pathname, incoming, response);
    if (pathname.startsWith('/stall/')) return stall(incoming, response);
    if (pathname === '/page.html') return page(script, response);
    return handOn(service.url, incoming, response);
  });
  const [fronting, cutting] = [await start(front), await start(createCuttingServer())];
  const secure = withoutCertificates === undefined ? await openSecureStage(service.url) : undefined;
  return {
    api: service.url,
    front: fronting.url,
    refused: await closedAddress(),
    cut: cutting.url,
    secure: secure?.stage,
    close: async () => {
      emulator.close();
      await service.close();
      for (const server of [fronting, cutting, ...(secure?.servers ?? [])]) await server.close();
    },
  };
}

/** Starts the servers that speak TLS, before the emulator at the given address. */
async function openSecureStage(service: string): Promise<{ stage: SecureStage; servers: RunningServer[] }> {
  const { authority, server } = createCertificates();
  const passOn = (incoming: IncomingMessage, response: ServerResponse) => handOn(service, incoming, response);
  const both = await start(createSecureFront(server, passOn, true), 'https');
  const second = await start(createSecureFront(server, passOn, false), 'https');
  const untrusted = await start(createUntrustedServer(createCertificates().server), 'https');
  const stage = {
    authority: authority.cert,
    certificate: server.cert,
    url: both.url,
    http2Only: second.url,
    untrusted: untrusted.url,
  };
  return { stage, servers: [both, second, untrusted] };
}

function receive(
  inboxes: Map<string, Received[]>,
  path: string,
  incoming: IncomingMessage,
  response: ServerResponse,
): void {
  const inbox = inboxes.get(path) ?? [];
  if (incoming.method === 'GET') {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(inbox));
    return;
  }
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    const headers = incoming.headers as Record<string, string>;
    inboxes.set(path, [...inbox, { body: Buffer.concat(chunks).toString(), headers }]);
    response.end();
  });
}

function stall(incoming: IncomingMessage, response: ServerResponse): void {
  incoming.resume();
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
  response.write('{"batches":');
}

function page(script: () => Promise<string>, response: ServerResponse): void {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  script().then(
    (text) =>
      response.end(
        `<!doctype html><script type="module">${text.replaceAll('</script', '<\\/script')}</script>`,
      ),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}

/** Headers of the connection, which HTTP/2 does not have, and of the page, which the emulator would refuse. */
const OF_HOP = /^:|^(?:connection|keep-alive|transfer-encoding|origin)$|^sec-fetch-/;

/** Forwards cut connections as well, because a response would hide them. */
function handOn(service: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, url = '/' } = incoming;
  const isSecure = 'encrypted' in incoming.socket;
  const headers = isSecure ? withoutFields(incoming.headers, OF_HOP) : incoming.headers;
  const onward = request(service + url, { method, headers, agent: false }, (answer) => {
    const fields = isSecure ? withoutFields(answer.headers, OF_HOP) : answer.headers;
    response.writeHead(answer.statusCode ?? 502, fields);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  incoming.pipe(onward);
}

function withoutFields<Headers extends object>(headers: Headers, names: RegExp): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.test(name))) as Headers;
}
