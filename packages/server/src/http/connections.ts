import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import {
  clearInterval,
  clearTimeout,
  machineNow,
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

/** How often the server looks for callers that take too long. */
export const CHECK_INTERVAL_MS = 500;

/** The latest call of a connection. */
interface Latest {
  readonly response: ServerResponse;
  /** When its caller must have sent the whole request. */
  readonly sentBy: number;
}

/**
 * The open connections of a server. A caller that takes too long to send a request is cut off. At the end of the server, accepted
 * calls get their responses, and everything else is closed.
 */
export class Connections {
  readonly #server: Server;
  readonly #limitMs: number;
  readonly #latest = new Map<Socket, Latest | undefined>();
  readonly #useful = new Set<AbortController>();
  readonly #stop = new AbortController();
  readonly #checking: ReturnType<typeof setInterval>;
  #closed: Promise<void> | undefined;

  /** @param limitMs - How long a caller may take to send a request. */
  constructor(server: Server, limitMs: number) {
    this.#server = server;
    this.#limitMs = limitMs;
    server.on('connection', (socket) => {
      this.#latest.set(socket, undefined);
      socket.once('close', () => this.#latest.delete(socket));
    });
    this.#checking = setInterval(() => this.#cutOffSlow(), CHECK_INTERVAL_MS).unref();
  }

  /**
   * Notes a call that has begun. How long its response takes is not limited.
   *
   * @param isUpload - A body of any size can take as long as it needs, if its caller does not pause.
   */
  begin(request: IncomingMessage, response: ServerResponse, isUpload: boolean): void {
    if (this.#closed !== undefined) response.shouldKeepAlive = false;
    const sentBy = isUpload ? Number.POSITIVE_INFINITY : machineNow() + this.#limitMs;
    this.#latest.set(request.socket, { response, sentBy });
    if (!isUpload) return;
    request.setTimeout(this.#limitMs, () => cutOff(response));
    request.once('end', () => request.setTimeout(0));
  }

  #cutOffSlow(): void {
    const now = machineNow();
    for (const latest of this.#latest.values())
      if (latest !== undefined && latest.sentBy <= now && !latest.response.req.complete)
        cutOff(latest.response);
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
    for (const latest of this.#latest.values())
      if (latest?.response.headersSent === false) latest.response.shouldKeepAlive = false;
    const closingIdle = setInterval(() => this.#closeIdle(), Math.min(idleGrace, limit));
    const cutting = setTimeout(() => this.#server.closeAllConnections(), limit);
    await ended;
    clearInterval(this.#checking);
    clearInterval(closingIdle);
    clearTimeout(cutting);
  }

  /** Closes the connections without a call. Node's own function would also cut a response that is still being written. */
  #closeIdle(): void {
    for (const [socket, latest] of this.#latest)
      if (latest === undefined || latest.response.writableFinished) socket.destroy();
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

/** Refuses a request that is not sent in time. */
function cutOff(response: ServerResponse): void {
  if (response.headersSent) response.req.destroy();
  else response.writeHead(408, { connection: 'close' }).end();
}

function shuttingDown(): Rejection {
  return new Rejection('unavailable', 'The server is shutting down.');
}
