import { fileURLToPath } from 'node:url';
import type { EmulatorOptions } from '@messaging-service/emulator';
import type { ListenOptions } from '@messaging-service/emulator/node';
import { type Served, sendServed, serve } from '@messaging-service/test-support';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';

/** The two revisions of the protocol that clients speak: with a session that is initialized, and without one. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof REVISIONS)[number];

// oxlint-disable-next-line typescript/no-explicit-any -- Each tool has data of its own, which its test compares.
type Data = any;

/** The result of a tool. */
export interface Result {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Data;
}

/** Options of a call, as the client has them. */
type CallOptions = Parameters<Client['callTool']>[1];

/** An agent: a client of the tools. */
export interface Agent {
  readonly client: Client;
  /** Calls a tool. */
  call(name: string, args?: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<Result>;
}

/** Machines are shared: the start of a command can take longer than a client usually waits. */
const PATIENT = { timeout: 300_000 };

/** Creates a client that speaks one revision. */
function createClient(revision: Revision = '2026-07-28'): Client {
  const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy';
  return new Client({ name: 'agent', version: '1.0.0' }, { versionNegotiation: { mode } });
}

/** An agent with a client that is connected. */
function agentOf(client: Client): Agent {
  return {
    client,
    call: async (name, args = {}, options) => {
      const result = await client.callTool({ name, arguments: { ...args } }, { ...PATIENT, ...options });
      const [first] = result.content;
      const text = first?.type === 'text' ? first.text : '';
      return { isError: result.isError === true, text, data: result.structuredContent };
    },
  };
}

/** Connects an agent over HTTP, until the test ends. */
export async function connectOverHttp(
  url: string,
  { revision, path = '/mcp', token }: { revision?: Revision; path?: string; token?: string } = {},
): Promise<Agent> {
  const client = createClient(revision);
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/_emulator${path}`), { requestInit: { headers } }),
  );
  onTestFinished(() => client.close());
  return agentOf(client);
}

/** A served emulator with an agent. */
export interface ServedAgent extends Served, Agent {}

/** Serves an emulator for an agent, until the test ends. */
export async function serveAgent(
  options: EmulatorOptions = {},
  { revision, ...listenOptions }: ListenOptions & { revision?: Revision } = {},
): Promise<ServedAgent> {
  const served = await serve({ now: '2026-01-01T09:00Z', ...options }, listenOptions);
  const agent = await connectOverHttp(served.server.url, revision === undefined ? {} : { revision });
  return { ...served, ...agent };
}

/** Sends one message, as an application does, to a number that delivers. */
export function send(served: Served, members: object = {}) {
  return sendServed(served, { to: '447700900123', ...members });
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PROGRAM = `${ROOT}packages/server/src/cli/main.ts`;

/** Starts the command for an agent from its sources, until the test ends. */
export async function connectOverStdio(
  args: readonly string[] = [],
  { revision, env = {} }: { revision?: Revision; env?: Readonly<Record<string, string>> } = {},
): Promise<Agent & { readonly transport: StdioClientTransport }> {
  const client = createClient(revision);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--import', `${ROOT}tools/source-resolution.ts`, PROGRAM, 'mcp', ...args],
    env: { PATH: process.env.PATH ?? '', ...env },
    stderr: 'pipe',
  });
  await client.connect(transport, PATIENT);
  onTestFinished(() => client.close());
  return { ...agentOf(client), transport };
}
