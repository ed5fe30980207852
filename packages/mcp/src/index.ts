/** Tools for agents that test an application, over the Model Context Protocol. */
export type { AgentService } from './agent-server.ts';
export { ControlError, type ControlPort, type ControlRequest, type ControlResponse } from './controls.ts';
export { createMcpEndpoint, type McpEndpoint } from './http.ts';
export { readAddress } from './remote.ts';
export { type McpStreams, serveMcp } from './stdio.ts';
