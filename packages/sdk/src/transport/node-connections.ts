import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { Proxies } from './node-proxies.ts';

/** Settings of {@link Connections}. */
export interface ConnectionSettings {
  readonly maxSockets: number;
  /** Milliseconds. */
  readonly idleTimeout: number;
  readonly tls: Pick<SecureContextOptions, 'ca' | 'cert' | 'key'>;
  readonly proxies: Proxies | undefined;
}

// Stored at import, because tests replace the clocks of the global object.
const monotonic = performance.now.bind(performance);
const wallClock = Date.now;

/** A connection is not used shortly before the server closes it, because the request could arrive too late. */
const MARGIN_MS = 1000;
/** The server may have closed a connection that was idle for longer, and this process has not seen it yet. */
const FRESH_MS = 10;

/** Until when a socket can be used, by both clocks: either of them may stop while a machine or process is suspended. */
interface Idle {
  readonly until: number;
  readonly untilByWall: number;
}

/** The connections of one transport: one agent for each protocol, and since when each idle socket is idle. */
export class Connections {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
  readonly #idleTimeout: number;
  readonly #idle = new WeakMap<object, Idle>();
  readonly #hints = new WeakMap<object, number>();
  #lastIdleAt = Number.POSITIVE_INFINITY;

  constructor({ maxSockets, idleTimeout, tls, proxies }: ConnectionSettings) {
    this.#idleTimeout = idleTimeout;
    const settings = {
      keepAlive: true,
      maxSockets,
      scheduling: 'lifo' as const,
      ...(proxies && { proxyEnv: proxies.env }),
    };
    this.http = this.#prepare(new HttpAgent(settings));
    const secureContext = Object.values(tls).some((value) => value !== undefined)
      ? { ...tls, secureContext: createSecureContext(tls) }
      : {};
    this.https = this.#prepare(new HttpsAgent({ ...settings, ...secureContext }));
  }

  /** Records how long the server of a socket keeps it, from a header field such as `timeout=5`. */
  readHint(socket: Socket, keepAlive: string): void {
    const seconds = /(?:^|[\s,])timeout=(\d+)/i.exec(keepAlive)?.[1];
    if (seconds !== undefined) this.#hints.set(socket, Number(seconds) * 1000 - MARGIN_MS);
  }

  /** Whether idle sockets have to be looked at before one of them is used. */
  get needCheck(): boolean {
    return monotonic() - this.#lastIdleAt > FRESH_MS;
  }

  /** Closes the sockets that were idle for too long, and those that the other side has closed. */
  discardStale(): void {
    const now = monotonic();
    const nowByWall = wallClock();
    for (const agent of [this.http, this.https])
      for (const socket of Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? []))
        if (!socket.readable || !socket.writable || this.#isStale(socket, now, nowByWall)) socket.destroy();
  }

  close(): void {
    this.http.destroy();
    this.https.destroy();
  }

  #isStale(socket: object, now: number, nowByWall: number): boolean {
    const idle = this.#idle.get(socket);
    return idle !== undefined && (now >= idle.until || nowByWall >= idle.untilByWall);
  }

  /** All requests of an agent have the same settings, so that its sockets differ only by their address. */
  #prepare<Agent extends HttpAgent>(agent: Agent): Agent {
    return Object.assign(agent, {
      keepSocketAlive: (socket: Socket) => this.#keep(socket),
      getName: ({ host, port }: { host?: string; port?: number | string } = {}) => `${host}:${port}`,
    });
  }

  /** Whether a socket is kept after a response. */
  #keep(socket: Socket): boolean {
    const limitMs = Math.min(this.#idleTimeout, this.#hints.get(socket) ?? Number.POSITIVE_INFINITY);
    if (limitMs <= 0) return false;
    this.#lastIdleAt = monotonic();
    this.#idle.set(socket, { until: this.#lastIdleAt + limitMs, untilByWall: wallClock() + limitMs });
    socket.unref();
    if (socket.timeout !== limitMs) socket.setTimeout(limitMs);
    return true;
  }
}
