import type { ControlRequest, Target } from '@messaging-service/emulator/host';
import { parseTarget } from '@messaging-service/emulator/host';
import type { McpEndpoint } from '@messaging-service/mcp';
import type { ControlApi, ControlReply } from '../control-api/control-api.ts';

/** The path for agents below the prefix of the control API, and that of one sandbox. */
const AGENTS = /^(?:\/sandboxes\/([^/]+))?\/mcp\/?$/;

/** Whether a call is for agents: it speaks the Model Context Protocol. */
export function isForAgents({ path }: Target): boolean {
  return AGENTS.test(path);
}

/** A request of an agent. */
interface AgentRequest extends Pick<ControlRequest, 'method' | 'target' | 'origin' | 'signal'> {
  readonly body: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The tools for agents at a server, loaded with the first request. See EMU-40. */
export class Agents {
  readonly #control: ControlApi;
  readonly #warn: (message: string) => void;
  readonly #stopping: AbortSignal;
  #endpoint: Promise<McpEndpoint> | undefined;

  /** @param stopping - Aborted when the server shuts down. */
  constructor(control: ControlApi, warn: (message: string) => void, stopping: AbortSignal) {
    this.#control = control;
    this.#warn = warn;
    this.#stopping = stopping;
  }

  /** Handles a request that was admitted. */
  async handle({ method, target, body, headers, origin, signal }: AgentRequest): Promise<ControlReply> {
    this.#endpoint ??= this.#load(origin);
    const endpoint = await this.#endpoint;
    const [, sandbox] = AGENTS.exec(target.path) ?? [];
    const written = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]);
    // At the end of the server, calls get an error as their response. Streams that only wait for events end.
    const gone = method === 'POST' ? this.#goneOf(signal) : signal;
    const request = new Request(origin + target.url, {
      method,
      headers: written,
      signal: gone,
      ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
    });
    return replyOf(await endpoint.fetch(request, body, { url: origin, sandbox }), gone);
  }

  /** Aborted when the caller is gone, but not when the server shuts down. */
  #goneOf(signal: AbortSignal): AbortSignal {
    const gone = new AbortController();
    const end = () => {
      if (!this.#stopping.aborted) gone.abort(signal.reason);
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
    return gone.signal;
  }

  async #load(origin: string): Promise<McpEndpoint> {
    const { createMcpEndpoint } = await import('@messaging-service/mcp');
    return createMcpEndpoint(
      {
        call: async ({ method, path, body = '', signal }) => {
          const reply = await this.#control.handle({
            method,
            target: parseTarget(path),
            body,
            origin,
            signal: signal === undefined ? this.#stopping : AbortSignal.any([signal, this.#stopping]),
            lastEventId: undefined,
          });
          if ('chunks' in reply) throw new Error(`${method} ${path} is a stream.`);
          return reply;
        },
      },
      ({ stack, message }) => this.#warn(`A tool for agents failed: ${stack ?? message}`),
    );
  }
}

/** The response as plain data: a stream of events, or a text. */
async function replyOf(response: Response, signal: AbortSignal): Promise<ControlReply> {
  const { status, body } = response;
  const headers = Object.fromEntries(response.headers);
  const isStream = headers['content-type']?.startsWith('text/event-stream') === true;
  return isStream && body !== null
    ? { status, headers, chunks: chunksOf(body, signal) }
    : { status, headers, body: await response.text() };
}

/** The parts of a stream, until its reader is gone or the server stops. */
async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader();
  const end = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}
