import {
  type CallToolResult,
  McpServer,
  type ServerContext,
  type StandardSchemaWithJSON,
  type ToolAnnotations,
} from '@modelcontextprotocol/server';
import { type Accepted, readArguments } from './arguments.ts';
import { type Arguments, ControlError, type ControlPort, Controls, readPath } from './controls.ts';
import { registerDocuments } from './documents.ts';
import { exactly, type JsonSchema, shortened } from './json-schema.ts';
import { Operations } from './operations.ts';
import { cut } from './texts.ts';
import type { Effect, Tool, ToolCall } from './tool.ts';
import { TOOLS } from './tools/tools.ts';

const INSTRUCTIONS = `A whole text-messaging service (SMS and RCS) in memory, to test an application that sends texts. It sends none to a real phone.

1. get_environment returns addresses and keys. Start the application with them.
2. Let the application act, then call wait_for_message or list_messages.
3. Move time with advance_clock instead of waiting. write_as_phone replies.
4. If something is missing or wrong, call list_requests and list_webhooks, then why with an identifier.
5. make_calls_fail shows how the application behaves when the service fails.
6. get_story writes what happened as a test, which you save in the project.

The resource messaging-emulator://agents.md is the guide.

Numbers from 447700900000 to 447700900999 are for tests. All times are GMT.`;

/** The argument of every tool that is about one service. */
const SANDBOX: JsonSchema = {
  type: 'string',
  description: 'The sandbox to use, which open_sandbox returns. Default: the default service of the server.',
  examples: ['sandbox-1'],
};

/** A tool with its schemas, which are made once. */
interface ReadyTool extends Accepted {
  readonly tool: Tool;
  readonly input: StandardSchemaWithJSON<Arguments>;
  readonly output: StandardSchemaWithJSON;
}

/** The service that a client uses. */
export interface AgentService {
  /** The base URL for the application under test, without a trailing slash. */
  readonly url: string;
  /** The sandbox that all calls are about; undefined if each call can name one. */
  readonly sandbox: string | undefined;
}

/** The tools for one emulator, for any number of clients. */
export class AgentTools {
  readonly #port: ControlPort;
  readonly #operations: Operations;
  readonly #onDefect: (error: Error) => void;
  /** The tools for a client that can name a sandbox in each call. */
  readonly #all: readonly ReadyTool[];
  /** The tools for a client that uses one sandbox. */
  readonly #ofSandbox: readonly ReadyTool[];

  private constructor(port: ControlPort, operations: Operations, onDefect: (error: Error) => void) {
    this.#port = port;
    this.#operations = operations;
    this.#onDefect = onDefect;
    this.#all = TOOLS.map((tool) => ready(tool, operations, true));
    this.#ofSandbox = TOOLS.filter(({ isAboutService = true }) => isAboutService).map((tool) =>
      ready(tool, operations, false),
    );
  }

  /**
   * Reads what the emulator can do, and makes the tools.
   *
   * @param onDefect - Gets errors of the tools that are not refusals. The agent gets only their messages.
   * @throws {ControlError} The emulator cannot be reached, or refuses the call.
   */
  static async of(port: ControlPort, onDefect: (error: Error) => void): Promise<AgentTools> {
    return new AgentTools(port, new Operations(JSON.parse(await readPath(port, '/openapi.json'))), onDefect);
  }

  /** A server for one connection. */
  connect({ url, sandbox }: AgentService): McpServer {
    const server = new McpServer(
      { name: 'messaging-emulator', version: this.#operations.version },
      {
        instructions: INSTRUCTIONS,
        capabilities: { tools: { listChanged: false }, resources: { listChanged: false } },
      },
    );
    registerDocuments(server, this.#port);
    const tools = sandbox === undefined ? this.#all : this.#ofSandbox;
    for (const { tool, input, output, ...accepted } of tools)
      server.registerTool(
        tool.name,
        {
          title: tool.title,
          description: tool.description,
          inputSchema: input,
          outputSchema: output,
          annotations: annotationsOf(tool.effect),
        },
        (args, context) => this.#call(tool, accepted, { url, sandbox }, args, context),
      );
    return server;
  }

  async #call(
    tool: Tool,
    accepted: Accepted,
    service: AgentService,
    given: Arguments,
    { mcpReq }: ServerContext,
  ): Promise<CallToolResult> {
    const { signal } = mcpReq;
    let { sandbox } = service;
    try {
      const { sandbox: named, ...args } = readArguments(tool.name, given, accepted);
      sandbox = named ?? sandbox;
      const controls = new Controls(this.#port, this.#operations, { url: service.url, sandbox, signal });
      const { text, data } = await tool.run({ controls, args, signal, progress: progressOf(mcpReq) });
      return {
        content: [{ type: 'text', text }],
        structuredContent: bounded(data, tool.longestText) as Record<string, unknown>,
      };
    } catch (error) {
      if (!(error instanceof ControlError)) {
        if (!signal.aborted) this.#onDefect(error as Error);
        throw error;
      }
      return { isError: true, content: [{ type: 'text', text: explain(tool, error, service, sandbox) }] };
    }
  }
}

function ready(tool: Tool, operations: Operations, canName: boolean): ReadyTool {
  const { members, required = [] } = tool.input(operations);
  const all = canName && tool.isAboutService !== false ? { ...members, sandbox: SANDBOX } : members;
  return {
    tool,
    members: all,
    required,
    input: described(shortened(exactly(all, required), 2)) as StandardSchemaWithJSON<Arguments>,
    output: described(shortened(tool.output(operations), 0)),
  };
}

/** A schema that only describes: the control API itself checks the values, and explains what is wrong with them. */
function described(schema: JsonSchema): StandardSchemaWithJSON {
  const json = () => schema as Record<string, unknown>;
  return {
    '~standard': {
      version: 1,
      vendor: 'messaging-emulator',
      validate: (value) => ({ value }),
      jsonSchema: { input: json, output: json },
    },
  };
}

function annotationsOf(effect: Effect): ToolAnnotations {
  return {
    readOnlyHint: effect === 'reads',
    destructiveHint: effect === 'replaces',
    idempotentHint: effect === 'reads' || effect === 'repeatable' || effect === 'replaces',
    openWorldHint: false,
  };
}

/** What to do about errors of all tools, by their code. */
const ADVICE: Readonly<Record<string, string>> = {
  invalid_request: 'Correct these arguments and call the tool again.',
  unavailable: 'The server is stopping. Start it again, then call get_environment.',
  unreachable:
    'Start an emulator there, or start "messaging-emulator mcp" without MESSAGING_EMULATOR_URL: it then starts one.',
  invalid_key: 'Start "messaging-emulator mcp" with the token of the server in MESSAGING_EMULATOR_TOKEN.',
};

function explain(
  { name, advice = {} }: Tool,
  { code, message }: ControlError,
  service: AgentService,
  sandbox: string | undefined,
): string {
  const isSandbox = code === 'not_found' && message.startsWith('There is no sandbox');
  const next = isSandbox ? noSandbox(service) : (advice[code] ?? ADVICE[code]);
  const where = sandbox === undefined || isSandbox ? '' : ` in ${sandbox}`;
  return [`${name} failed${where} (${code}): ${message}`, next].filter(Boolean).join('\n');
}

/** Advice for a sandbox that does not exist. */
function noSandbox({ url, sandbox }: AgentService): string {
  return sandbox === undefined
    ? 'open_sandbox opens another one. Leave out "sandbox" for the default service.'
    : `All calls of this connection are about that sandbox. Connect to ${url}/_emulator/mcp instead, where open_sandbox opens another one.`;
}

/** Reports progress if the client asked for it. */
function progressOf({ _meta, notify }: ServerContext['mcpReq']): ToolCall['progress'] {
  const token = _meta?.progressToken;
  if (token === undefined) return undefined;
  return (progress, total, message) =>
    notify({
      method: 'notifications/progress',
      params: { progressToken: token, progress, message, ...(total === undefined ? {} : { total }) },
    });
}

/** The same data with texts that are not longer than a few lines, or as long as a tool allows. */
function bounded(value: unknown, longest?: number): unknown {
  if (typeof value === 'string') return cut(value, longest);
  if (Array.isArray(value)) return value.map((one) => bounded(one, longest));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, bounded(member, longest)]));
}
