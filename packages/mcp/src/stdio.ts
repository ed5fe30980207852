import { PassThrough, type Readable, type Writable } from 'node:stream';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { type AgentService, AgentTools } from './agent-server.ts';
import { readPath } from './controls.ts';
import { type RemoteEmulator, remotePort } from './remote.ts';

/** Two streams of messages, one on each line. */
export interface McpStreams {
  readonly input: Readable;
  readonly output: Writable;
}

/** How long the calls that were made before the input ended can still take, in milliseconds. */
const LAST_CALLS_MS = 1_000;

/**
 * Serves the tools for an emulator on two streams, until the input ends.
 *
 * @param emulator - The emulator, and the sandbox that all calls are about.
 * @param settings - A signal that ends it early, and what gets errors of the tools that are not refusals, and what is wrong with the
 * input.
 * @throws {ControlError} The emulator cannot be reached, refuses the token, or does not have the sandbox.
 */
export async function serveMcp(
  emulator: RemoteEmulator & AgentService,
  { input, output }: McpStreams,
  {
    stop,
    onDefect,
    onProblem,
  }: {
    readonly stop: AbortSignal;
    readonly onDefect: (error: Error) => void;
    readonly onProblem: (problem: string) => void;
  },
): Promise<void> {
  const port = remotePort(emulator);
  const tools = await AgentTools.of(port, onDefect);
  if (emulator.sandbox !== undefined)
    await readPath(port, `/sandboxes/${encodeURIComponent(emulator.sandbox)}`);
  const lines = new PassThrough();
  const transport = new StdioServerTransport(lines, output);
  const handle = serveStdio(() => tools.connect(emulator), {
    transport,
    onerror: (error) => onProblem(problemOf(error)),
  });
  const calls = new OpenCalls(transport);
  input.pipe(lines, { end: false });
  for (const event of ['end', 'close', 'error'])
    input.once(event, () => void calls.answered(LAST_CALLS_MS).then(() => lines.end()));
  stop.addEventListener('abort', () => void transport.close());
  if (stop.aborted) await transport.close();
  await calls.closed;
  await handle.close();
}

/** What is wrong with the input or the output, in words. */
function problemOf({ message }: Error): string {
  if (message.startsWith('ReadBuffer'))
    return 'A message on standard input is longer than 10 MiB. The connection ends.';
  // The library writes the problems of a message as JSON.
  if (message.startsWith('['))
    return 'A line of standard input is not a message of JSON-RPC 2.0. It is ignored.';
  return message;
}

/** The calls on a transport that have no response yet. A program that pipes its calls in gets all responses. */
class OpenCalls {
  /** Settles when the transport is closed: its input has ended, its output is gone, or a message was too long. */
  readonly closed: Promise<void>;
  readonly #open = new Set<RequestId>();
  #onAnswered: () => void = () => undefined;

  constructor(transport: StdioServerTransport) {
    const { onmessage, onclose } = transport;
    transport.onmessage = (message: JSONRPCMessage) => {
      if ('method' in message && 'id' in message) this.#open.add(message.id);
      onmessage?.(message);
    };
    const send = transport.send.bind(transport);
    transport.send = async (message) => {
      await send(message);
      if (!('method' in message) && message.id !== undefined) this.#settle(message.id);
    };
    this.closed = new Promise((resolve) => {
      transport.onclose = () => {
        onclose?.();
        resolve();
      };
    });
  }

  /** Waits until all calls have their responses, but not longer. */
  async answered(limitMs: number): Promise<void> {
    if (this.#open.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onAnswered = resolve;
    const timer = setTimeout(resolve, limitMs);
    await promise;
    clearTimeout(timer);
  }

  #settle(id: RequestId): void {
    this.#open.delete(id);
    if (this.#open.size === 0) this.#onAnswered();
  }
}
