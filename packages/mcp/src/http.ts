import { createMcpHandler } from '@modelcontextprotocol/server';
import { type AgentService, AgentTools } from './agent-server.ts';
import type { ControlPort } from './controls.ts';

/** Serves the tools over Streamable HTTP. */
export interface McpEndpoint {
  /**
   * Handles a request that was admitted. Aborting its signal cancels the call.
   *
   * @param service - The service that the request is about.
   */
  fetch(request: Request, service: AgentService): Promise<Response>;
}

/**
 * Creates the endpoint of one server. It keeps nothing between requests, so that any number of clients can share it.
 *
 * @param onDefect - Gets errors of the tools that are not refusals.
 */
export async function createMcpEndpoint(
  port: ControlPort,
  onDefect: (error: Error) => void,
): Promise<McpEndpoint> {
  const tools = await AgentTools.of(port, onDefect);
  return {
    fetch: (request, service) => createMcpHandler(() => tools.connect(service)).fetch(request),
  };
}
