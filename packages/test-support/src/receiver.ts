import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request, as received. */
export interface ReceivedRequest {
  readonly method: string;
  /** The raw path and query. */
  readonly url: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** Names and values, alternating, as they were sent. */
  readonly rawHeaders: readonly string[];
  /** The raw body, as bytes and as text. */
  readonly bytes: Buffer;
  readonly text: string;
  /** The body parsed as JSON; undefined if it is empty. */
  readonly body: unknown;
}

/**
 * Responds to a request after its body has arrived. It ends the response or leaves it open.
 *
 * @param count - 1 for the first request.
 */
export type Respond = (response: ServerResponse, request: ReceivedRequest, count: number) => void;

/** An HTTP server on a free loopback port that records every request. */
export interface Receiver extends AsyncDisposable {
  /** The base URL, without a trailing slash. */
  readonly url: string;
  /** All requests so far, oldest first. */
  readonly received: readonly ReceivedRequest[];
  /** Sets the handler of later requests. */
  script(respond: Respond): void;
  /** Sets the response to later requests. A string is sent unchanged, any other body as JSON. */
  answer(status: number, body?: unknown, headers?: Readonly<Record<string, string>>): void;
}

/** Opens a receiver. By default it responds with an empty 200. */
export async function openReceiver(
  respond: Respond = (response) => response.writeHead(200).end(),
): Promise<Receiver> {
  const received: ReceivedRequest[] = [];
  let current = respond;
  const server = createServer((incoming, response) => {
    void readRequest(incoming).then((request) => {
      received.push(request);
      current(response, request, received.length);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    script: (next) => {
      current = next;
    },
    answer: (status, body, headers) => {
      current = (response) => answerWith(response, status, body, headers);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const text = bytes.toString();
  const { pathname: path, searchParams } = new URL(incoming.url ?? '', 'http://any.test');
  return {
    method: incoming.method ?? '',
    url: incoming.url ?? '',
    path,
    query: Object.fromEntries(searchParams),
    headers: incoming.headers,
    rawHeaders: incoming.rawHeaders,
    bytes,
    text,
    get body(): unknown {
      return text === '' ? undefined : (JSON.parse(text) as unknown);
    },
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
