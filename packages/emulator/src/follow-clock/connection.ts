import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { createParser } from 'eventsource-parser';
import type { Reached, TimeEvent } from '../service/follower.ts';
import type { Present } from './followed-clock.ts';
import { machineNow, realTime, startInterval, stopInterval } from './real-time.ts';

/** The response of the emulator to a follower that joins. */
export interface Joined extends Omit<Present, 'jump'> {
  readonly id: string;
}

/** What a follower reports, with instants as texts. */
export interface Report extends Omit<Reached, 'now' | 'nextTimerAt'> {
  readonly now: string;
  readonly nextTimerAt: string | null;
}

/** Servers and proxies cut connections on which nothing moves. */
const KEEP_ALIVE_MS = 10_000;

/** How long an application waits for the emulator when it starts, in milliseconds of real time. */
const START_MS = 5_000;

/** How long it waits between two attempts. */
const PAUSE_MS = 200;

/** The control API of an emulator, as a follower uses it. */
export class Connection {
  readonly #controlUrl: string;
  readonly #name: string;
  readonly #request: typeof httpRequest;
  readonly #agent: HttpAgent;
  /** The request that contains all reports, while the follower listens. */
  #reports: ClientRequest | undefined;
  /** Called with each connection that is opened. */
  onSocket: (socket: object) => void = () => undefined;

  constructor(controlUrl: string, name: string) {
    const isSecure = controlUrl.startsWith('https:');
    this.#controlUrl = controlUrl;
    this.#name = name;
    this.#request = isSecure ? httpsRequest : httpRequest;
    this.#agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true });
  }

  /**
   * Joins, as soon as the emulator can be reached. Only at the start does this keep the process alive.
   *
   * @throws {Error} at the start, when the emulator refuses, or cannot be reached for 5 s.
   */
  async join(isStart: boolean): Promise<Joined> {
    const until = machineNow() + START_MS;
    for (;;) {
      try {
        const body = await this.#call('POST', '/followers', { name: this.#name, ahead: true }, isStart);
        const { id, now, mode } = JSON.parse(body) as { id: string; now: string; mode: Joined['mode'] };
        return { id, now: Date.parse(now), mode };
      } catch (error) {
        if (isStart && !(error instanceof Error && 'code' in error)) throw error;
        if (isStart && machineNow() > until)
          throw new Error(
            `Cannot follow the clock of the emulator at ${this.#controlUrl}: ${reason(error as Error)}. Start the emulator before the ` +
              'application, and check MESSAGING_EMULATOR_URL.',
            { cause: error },
          );
      }
      await realTime(PAUSE_MS, isStart);
    }
  }

  /** Whether a program whose name ends like this follows the clock. */
  async isFollowing(endOfName: string): Promise<boolean> {
    const body = await this.#call('GET', '/followers', undefined, false);
    const { followers } = JSON.parse(body) as { followers: readonly { name: string }[] };
    return followers.some(({ name }) => name.endsWith(endOfName));
  }

  /** Reports what a follower has reached, or that its timers have changed. It does so only while it listens. */
  report(report: Report): void {
    this.#reports?.write(`${JSON.stringify(report)}\n`);
  }

  /**
   * Listens to events, and can report, until one of both connections ends.
   *
   * @param onEvent - Called for each event, in order.
   */
  async listen(id: string, onEvent: (event: TimeEvent) => void): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const events = this.#open('GET', `/followers/${id}/events`, false, { accept: 'text/event-stream' });
    const reports = this.#open('POST', `/followers/${id}/reached`, false, {});
    const keepAlive = startInterval(() => reports.write('\n'), KEEP_ALIVE_MS).unref();
    for (const request of [events, reports]) request.on('error', resolve).on('close', resolve);
    events.on('response', (response) => {
      response.setEncoding('utf8');
      if (response.statusCode === 200) readEvents(response, onEvent);
      else resolve();
    });
    events.end();
    reports.flushHeaders();
    this.#reports = reports;
    await promise;
    this.#reports = undefined;
    stopInterval(keepAlive);
    for (const request of [events, reports]) request.destroy();
  }

  async #call(method: string, path: string, body: unknown, isHolding: boolean): Promise<string> {
    const json = body === undefined ? '' : JSON.stringify(body);
    const request = this.#open(method, path, isHolding, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(json),
    });
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    request.on('response', resolve);
    request.on('error', reject);
    request.end(json);
    const response = await promise;
    const answer = await text(response);
    const { statusCode = 0 } = response;
    if (statusCode < 300) return answer;
    throw new Error(
      `The emulator at ${this.#controlUrl} refuses ${method} ${path} with ${statusCode}: ${answer.slice(0, 500)}`,
    );
  }

  /** If a process has nothing else to do, a call must not keep it alive. */
  #open(
    method: string,
    path: string,
    isHolding: boolean,
    headers: Record<string, string | number>,
  ): ClientRequest {
    const token = process.env.MESSAGING_EMULATOR_TOKEN;
    const request = this.#request(`${this.#controlUrl}${path}`, {
      method,
      headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      agent: this.#agent,
    });
    request.on('socket', (socket) => {
      this.onSocket(socket);
      if (isHolding) socket.ref();
      else socket.unref();
    });
    return request;
  }
}

function readEvents(response: IncomingMessage, onEvent: (event: TimeEvent) => void): void {
  const parser = createParser({
    onEvent: ({ data }) => {
      const event = JSON.parse(data) as Omit<TimeEvent, 'now' | 'upTo'> & { now: string; upTo?: string };
      const { now, upTo } = event;
      onEvent({ ...event, now: Date.parse(now), upTo: upTo === undefined ? undefined : Date.parse(upTo) });
    },
  });
  response.on('data', (chunk: string) => parser.feed(chunk));
}

/** Describes an error of the network. Node does not describe an attempt at several addresses itself. */
function reason(error: Error): string {
  if (error instanceof AggregateError) return error.errors.map((each: Error) => each.message).join(', ');
  return error.message;
}
