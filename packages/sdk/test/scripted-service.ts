import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, onTestFinished, vi } from 'vitest';

/** A request as it came over the wire. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage['headers'];
  /** The parsed JSON body; undefined when there was none. */
  readonly body: unknown;
}

/** What the service does with a request once it has been received whole. */
type Script = (response: ServerResponse, request: IncomingMessage) => void;

/** A real HTTP server on a port of its own that does what a test tells it to. */
export interface ScriptedService {
  readonly url: string;
  /** Every request so far, in order. */
  readonly received: readonly Received[];
  /** From now on does this with every request. */
  script(script: Script): void;
  /** From now on answers every request like this: a string as it is, anything else as JSON. */
  answer(status: number, body: unknown, headers?: Readonly<Record<string, string>>): void;
}

/** The key every test uses. */
export const ACCOUNT_KEY = '0123456789abcdef0123456789abcdef';
export const ORGANIZATION_KEY = 'fedcba9876543210fedcba9876543210';

/** A time limit, in milliseconds, that no test reaches in real time. */
export const LIMIT = 120_000;

/**
 * Fakes the timers of a test, which otherwise go by real time. A time limit must not end before the request has
 * arrived, however busy the machine is.
 *
 * @returns Lets as much time pass as {@link LIMIT} says.
 */
export function fakeTimeLimit(): () => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], shouldAdvanceTime: true });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return () => {
    vi.advanceTimersByTime(LIMIT);
  };
}

/** `test` with a `service` that lives as long as the test. */
export const test = base.extend<{ service: ScriptedService }>({
  service: async ({ task }, use) => {
    const received: Received[] = [];
    let script: Script = (response) => response.writeHead(500).end(`${task.name} gave no script`);
    const server = createServer((request, response) => {
      void readRequest(request).then((one) => {
        received.push(one);
        script(response, request);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await use({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      received,
      script: (next) => {
        script = next;
      },
      answer: (status, body, headers) => {
        script = (response) => answerWith(response, status, body, headers);
      },
    });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
});

async function readRequest(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const url = new URL(request.url ?? '', 'http://any.test');
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers,
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
  };
}

function answerWith(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers });
  response.end(isText ? body : JSON.stringify(body));
}
