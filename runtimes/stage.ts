import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import type { Stage } from './suite/context.ts';
import type { Received } from './suite/sandbox.ts';

/** The servers that the suite talks to, running. */
export interface RunningStage extends Stage {
  close(): Promise<void>;
}

/**
 * Starts the emulator, and in front of it a server that
 * - receives webhooks at `/inbox/…` and lists them,
 * - answers at `/stall/…` with the beginning of a body and nothing more,
 * - serves at `/page.html` a page with the given script,
 * - hands everything else on to the emulator: a page can call its own origin only, as the service allows no other.
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
  return {
    api: service.url,
    front: await listening(front),
    refused: await closedPort(),
    close: async () => {
      emulator.close();
      await service.close();
      await closed(front);
    },
  };
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

/** Passes on cut connections, too: an answer of its own would hide them. */
function handOn(service: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, url = '/', headers } = incoming;
  const onward = request(service + url, { method, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  incoming.pipe(onward);
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** A port that was free a moment ago. */
async function closedPort(): Promise<string> {
  const server = createServer();
  const url = await listening(server);
  await closed(server);
  return url;
}
