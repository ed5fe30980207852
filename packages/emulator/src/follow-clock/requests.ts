import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Conversations } from './conversations.ts';

/** A request of Node's `fetch`, or of undici. */
interface FetchRequest {
  readonly origin: string | URL;
  readonly path: string;
  readonly method: string;
  readonly upgrade?: unknown;
}

interface FetchMessage {
  readonly request: FetchRequest;
  readonly response?: { readonly headers: readonly Buffer[] };
}

interface HttpMessage {
  readonly request: ClientRequest;
  readonly response?: IncomingMessage;
}

/** The outgoing requests of the process: those of `fetch`, undici, `node:http` and `node:https`. */
export class OutgoingRequests {
  /** Running requests, with a description of each. */
  readonly #underWay = new Map<object, string>();
  #started = 0;
  #ended = 0;
  #onEnd: () => void = () => undefined;

  /** @param conversations - Learns which connections carry HTTP, because their requests are counted here. */
  constructor(conversations: Conversations) {
    subscribe('undici:client:connected', (message) => {
      conversations.ignore((message as { readonly socket: object }).socket);
    });
    subscribe('undici:request:create', (message) => {
      const { request } = message as FetchMessage;
      const { method, origin, path, upgrade } = request;
      if (isEmpty(upgrade)) this.#begin(request, method, `${origin.toString()}${path}`);
    });
    subscribe('undici:request:headers', (message) => {
      const { request, response } = message as FetchMessage;
      if (isEventStream(contentTypeOf(response?.headers ?? []))) this.#end(request);
    });
    for (const name of ['undici:request:trailers', 'undici:request:error'])
      subscribe(name, (message) => this.#end((message as FetchMessage).request));
    subscribe('http.client.request.created', (message) => {
      const { request } = message as HttpMessage;
      request.once('socket', (socket) => conversations.ignore(socket));
      if (request.hasHeader('upgrade')) return;
      const { protocol, host, path, method } = request;
      if (this.#begin(request, method, `${protocol}//${host}${path}`))
        request.once('close', () => this.#end(request));
    });
    subscribe('http.client.response.finish', (message) => {
      const { request, response } = message as HttpMessage;
      if (isEventStream(response?.headers['content-type'])) this.#end(request);
    });
  }

  /** Whether a request is running. */
  get areUnderWay(): boolean {
    return this.#underWay.size > 0;
  }

  /** How many have ended so far. */
  get ended(): number {
    return this.#ended;
  }

  /** How many were started since the last call. */
  takeStarted(): number {
    const started = this.#started;
    this.#started = 0;
    return started;
  }

  /** Settles when one of the running requests ends. */
  oneEnded(): Promise<void> {
    return new Promise((resolve) => {
      this.#onEnd = resolve;
    });
  }

  /** Stops waiting for the running requests, and returns their descriptions. */
  abandon(): string[] {
    const abandoned = [...this.#underWay.values()];
    this.#underWay.clear();
    return abandoned;
  }

  /** Calls of the control API are not counted: one of them may be the very call that moves time. */
  #begin(request: object, method: string, url: string): boolean {
    if (url.includes('/_emulator/')) return false;
    this.#started++;
    this.#underWay.set(request, `${method} ${url.replace(/\?.*$/, '')}`);
    return true;
  }

  #end(request: object): void {
    if (!this.#underWay.delete(request)) return;
    this.#ended++;
    this.#onEnd();
  }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === false;
}

/** A stream of events ends when its reader stops, so waiting for its end makes no sense. */
function isEventStream(contentType: string | undefined): boolean {
  return contentType?.startsWith('text/event-stream') === true;
}

/** undici reports headers as a list, each name followed by its value. */
function contentTypeOf(headers: readonly Buffer[]): string | undefined {
  for (let index = 0; index + 1 < headers.length; index += 2)
    if (headers[index]?.toString().toLowerCase() === 'content-type') return headers[index + 1]?.toString();
  return undefined;
}
