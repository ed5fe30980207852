import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { AgentService, AgentTools } from './agent-server.ts';

/** Sessions that are kept. Beyond that, the one that was not used for the longest time ends. */
const MOST = 1_000;

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly service: AgentService;
}

/**
 * The sessions of clients that speak a revision of 2025 over HTTP. In these revisions, a client cancels a call with a request of its
 * own, which names the call, so both must reach the same server.
 */
export class Sessions {
  readonly #tools: AgentTools;
  /** In the order of their last use. */
  readonly #sessions = new Map<string, Session>();

  constructor(tools: AgentTools) {
    this.#tools = tools;
  }

  /** Handles a request that begins a session or belongs to one; undefined for any other. */
  async handle(request: Request, body: unknown, service: AgentService): Promise<Response | undefined> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) return isInitializeRequest(body) ? this.#begin(request, body, service) : undefined;
    const session = this.#sessions.get(id);
    if (session === undefined || session.service.sandbox !== service.sandbox) return notFound();
    this.#keep(id, session);
    return session.transport.handleRequest(request, { parsedBody: body });
  }

  async #begin(request: Request, body: unknown, service: AgentService): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => this.#keep(id, { transport, service }),
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    await this.#tools.connect(service).connect(transport);
    return transport.handleRequest(request, { parsedBody: body });
  }

  #keep(id: string, session: Session): void {
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    const [oldest] = this.#sessions;
    if (oldest === undefined || this.#sessions.size <= MOST) return;
    this.#sessions.delete(oldest[0]);
    void oldest[1].transport.close();
  }
}

/** The client then begins another session. */
function notFound(): Response {
  const message =
    'The session does not exist: it has ended, or the server has restarted. Initialize a new session.';
  return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32_001, message } }, { status: 404 });
}
