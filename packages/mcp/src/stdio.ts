import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { type AgentService, AgentTools } from './agent-server.ts';
import { type RemoteEmulator, remotePort } from './remote.ts';

/** Two streams of messages, one on each line. */
export interface McpStreams {
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * Serves the tools for an emulator on two streams, until the input ends.
 *
 * @param emulator - The emulator, and the sandbox that all calls are about.
 * @param settings - A signal that ends it early, and what gets errors of the tools that are not refusals.
 * @throws {ControlError} The emulator cannot be reached, or refuses the token.
 */
export async function serveMcp(
  emulator: RemoteEmulator & AgentService,
  { input, output }: McpStreams,
  { stop, onDefect }: { readonly stop: AbortSignal; readonly onDefect: (error: Error) => void },
): Promise<void> {
  const tools = await AgentTools.of(remotePort(emulator), onDefect);
  const transport = new StdioServerTransport(input, output);
  const handle = serveStdio(() => tools.connect(emulator), { transport });
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve());
    stop.addEventListener('abort', () => resolve());
  });
  await ended;
  await handle.close();
}
