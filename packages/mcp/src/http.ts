import { createMcpHandler } from '@modelcontextprotocol/server';
import { type AgentService, AgentTools } from './agent-server.ts';
import { acceptingEvents, asJson, asksForEvents } from './as-json.ts';
import type { ControlPort } from './controls.ts';
import { Sessions } from './sessions.ts';

/** Serves the tools over Streamable HTTP. */
export interface McpEndpoint {
  /**
   * Handles a request that was admitted. Aborting its signal cancels the call.
   *
   * @param body - The body of the request, as text.
   * @param service - The service that the request is about.
   */
  fetch(request: Request, body: string, service: AgentService): Promise<Response>;
}

/**
 * Creates the endpoint of one server, for any number of clients. Only clients of older revisions have sessions.
 *
 * @param onDefect - Gets errors of the tools that are not refusals.
 */
export async function createMcpEndpoint(
  port: ControlPort,
  onDefect: (error: Error) => void,
): Promise<McpEndpoint> {
  const tools = await AgentTools.of(port, onDefect);
  const sessions = new Sessions(tools);
  const handle = async (request: Request, body: string, service: AgentService) =>
    (await sessions.handle(request, parsed(body), service)) ??
    createMcpHandler(() => tools.connect(service)).fetch(request);
  return {
    fetch: async (request, body, service) =>
      asksForEvents(request)
        ? handle(request, body, service)
        : asJson(await handle(acceptingEvents(request), body, service), request.signal),
  };
}

/** The body as JSON; undefined if it is not. The library then refuses the request. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
