import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came over the wire. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query to the letter. */
  readonly url: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** The body to the letter. */
  readonly text: string;
  /** The body parsed as JSON; undefined when there was none. */
  readonly body: unknown;
}

/**
 * Responds to a request that has arrived completely. It ends the response, or leaves it open.
 *
 * @param count - 1 for the first request.
 */
export type Respond = (response: ServerResponse, request: ReceivedRequest, count: number) => void;

/** An HTTP server on a free loopback port that records every request. */
export interface Receiver extends AsyncDisposable {
  /** Its address, without a trailing slash. */
  readonly url: string;
  /** Every request so far, in order. */
  readonly received: readonly ReceivedRequest[];
  /** From now on responds to every request like this. */
  script(respond: Respond): void;
  /** From now on responds with this: a string as it is, anything else as JSON. */
  answer(status: number, body?: unknown, headers?: Readonly<Record<string, string>>): void;
}

/** Opens a receiver. Unless it is told otherwise, it responds with an empty 200. */
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
  const text = Buffer.concat(chunks).toString();
  const { pathname: path, searchParams } = new URL(incoming.url ?? '', 'http://any.test');
  return {
    method: incoming.method ?? '',
    url: incoming.url ?? '',
    path,
    query: Object.fromEntries(searchParams),
    headers: incoming.headers,
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
