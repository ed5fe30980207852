import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import {
  clearInterval,
  clearTimeout,
  Rejection,
  setInterval,
  setTimeout,
} from '@messaging-service/emulator/host';

/**
 * How to stop a server.
 *
 * @example
 * ```ts
 * import { listen } from '@messaging-service/emulator/node';
 *
 * const server = await listen(emulator);
 * await server.close({ limit: 1000, idleGrace: 0 });
 * ```
 */
export interface CloseOptions {
  /** How long running calls may take before their connections are cut, in milliseconds. Default: 10,000. */
  limit?: number | undefined;
  /**
   * How long a kept-alive connection without a call stays open, for a request that was already sent, in milliseconds;
   * default 20.
   */
  idleGrace?: number | undefined;
}

const LIMIT_MS = 10_000;
const IDLE_GRACE_MS = 20;

/** The orderly end of a server: accepted calls get their responses, and everything else is closed. */
export class Shutdown {
  readonly #server: Server;
  /** The open connections, each with its latest call. */
  readonly #connections = new Map<Socket, ServerResponse | undefined>();
  readonly #useful = new Set<AbortController>();
  readonly #stop = new AbortController();
  #closed: Promise<void> | undefined;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#connections.set(socket, undefined);
      socket.once('close', () => this.#connections.delete(socket));
    });
    server.prependListener('request', (request, response) => {
      this.#connections.set(request.socket, response);
      if (this.#closed !== undefined) response.shouldKeepAlive = false;
    });
  }

  /** Aborted when the server shuts down, before the responses that are then no longer needed. */
  get stopping(): AbortSignal {
    return this.#stop.signal;
  }

  /**
   * A signal that is aborted when a response is no longer needed: its caller closed the connection, or the server shuts
   * down.
   */
  usefulness(response: ServerResponse): AbortSignal {
    const controller = new AbortController();
    if (this.#closed !== undefined) controller.abort(shuttingDown());
    this.#useful.add(controller);
    response.once('close', () => {
      this.#useful.delete(controller);
      if (!response.writableFinished)
        controller.abort(new Rejection('unavailable', 'The caller has closed the connection.'));
    });
    return controller.signal;
  }

  /** Stops the server; the promise settles once its last connection is closed. A second call waits for the first. */
  close({ limit = LIMIT_MS, idleGrace = IDLE_GRACE_MS }: CloseOptions = {}): Promise<void> {
    this.#closed ??= this.#close(limit, idleGrace);
    return this.#closed;
  }

  async #close(limit: number, idleGrace: number): Promise<void> {
    const ended = this.#stopListening();
    this.#stop.abort(shuttingDown());
    for (const controller of this.#useful) controller.abort(shuttingDown());
    // The responses of running calls announce that the connection ends.
    for (const response of this.#connections.values())
      if (response?.headersSent === false) response.shouldKeepAlive = false;
    const closingIdle = setInterval(() => this.#closeIdle(), Math.min(idleGrace, limit));
    const cutting = setTimeout(() => this.#server.closeAllConnections(), limit);
    await ended;
    clearInterval(closingIdle);
    clearTimeout(cutting);
  }

  /** Closes the connections without a call. Node's own function would also cut a response that is still being written. */
  #closeIdle(): void {
    for (const [socket, response] of this.#connections)
      if (response === undefined || response.writableFinished) socket.destroy();
  }

  /** Node's own `close` of an HTTP server would also close idle connections, immediately. */
  #stopListening(): Promise<void> {
    return new Promise((resolve) => {
      NetServer.prototype.close.call(this.#server, () => {
        // Ends its timer that looks for slow requests; nothing is left to close.
        this.#server.close(() => resolve());
      });
    });
  }
}

function shuttingDown(): Rejection {
  return new Rejection('unavailable', 'The server is shutting down.');
}
