import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import type { Reached, TimeEvent } from '@messaging-service/protocol';
import { createParser } from 'eventsource-parser';
import type { Present } from './followed-clock.ts';
import { machineNow, realTime, startInterval, stopInterval } from './real-time.ts';

/** The connections of the follower itself. The application does not write to them, so they are not its work. */
export const ownSockets = new WeakSet<object>();

/** Servers and proxies cut connections on which nothing moves. */
const KEEP_ALIVE_MS = 10_000;

/** How long an application waits for the emulator when it starts, in milliseconds of real time. */
const START_MS = 5_000;

/** How long it waits between two attempts. */
const PAUSE_MS = 200;

/** The control API of an emulator, as a follower uses it. */
export class Connection {
  /** The address of the control API. */
  readonly controlUrl: string;
  readonly #name: string;
  readonly #request: typeof http.request;
  readonly #agent: http.Agent;
  /** The path of the follower that has joined. */
  #path = '';
  /** The request that contains all reports, while the follower listens. */
  #reports: ClientRequest | undefined;

  constructor(controlUrl: string, name: string) {
    const { Agent, request } = controlUrl.startsWith('https:') ? https : http;
    this.controlUrl = controlUrl;
    this.#name = name;
    this.#request = request;
    this.#agent = new Agent({ keepAlive: true });
  }

  /**
   * Joins, as soon as the emulator can be reached.
   *
   * @returns The time of the emulator.
   * @throws {Error} at the start, when the emulator refuses, or cannot be reached for 5 s.
   */
  async join(isStart: boolean): Promise<Present> {
    const until = machineNow() + START_MS;
    for (;;) {
      try {
        const body = await this.#call('POST', '/followers', { name: this.#name, ahead: true });
        const { id, now, mode } = JSON.parse(body) as { id: string; now: string; mode: Present['mode'] };
        this.#path = `/followers/${id}`;
        return { now: Date.parse(now), mode, jump: false };
      } catch (error) {
        if (isStart && !(error instanceof Error && 'code' in error)) throw error;
        if (isStart && machineNow() > until)
          throw new Error(
            `Cannot follow the clock of the emulator at ${this.controlUrl}: ${reason(error as Error)}. Start the emulator before the ` +
              'application, and check MESSAGING_EMULATOR_URL.',
            { cause: error },
          );
      }
      await realTime(PAUSE_MS);
    }
  }

  /** Whether a program whose name ends like this follows the clock. */
  async isFollowing(endOfName: string): Promise<boolean> {
    const body = await this.#call('GET', '/followers');
    const { followers } = JSON.parse(body) as { followers: readonly { name: string }[] };
    return followers.some(({ name }) => name.endsWith(endOfName));
  }

  /** Reports what a follower has reached, or that its timers have changed. It does so only while it listens. */
  report({ now, nextTimerAt, ...report }: Reached): void {
    const line = JSON.stringify({ now: written(now), nextTimerAt: written(nextTimerAt), ...report });
    this.#reports?.write(`${line}\n`);
  }

  /**
   * Listens to events, and can report, until one of both connections ends.
   *
   * @param onEvent - Called for each event, in order.
   */
  async listen(onEvent: (event: TimeEvent) => void): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const events = this.#open('GET', `${this.#path}/events`);
    const reports = this.#open('POST', `${this.#path}/reached`);
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

  async #call(method: string, path: string, body?: object): Promise<string> {
    const request = this.#open(method, path);
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    // The connection can still fail after the response has begun.
    request.on('response', resolve).on('error', reject).end(JSON.stringify(body));
    const response = await promise;
    const answer = await text(response);
    const { statusCode = 0 } = response;
    if (statusCode < 300) return answer;
    throw new Error(
      `The emulator at ${this.controlUrl} refuses ${method} ${path} with ${statusCode}: ${answer.slice(0, 500)}`,
    );
  }

  /** If a process has nothing else to do, a call must not keep it alive. */
  #open(method: string, path: string): ClientRequest {
    const token = process.env.MESSAGING_EMULATOR_TOKEN;
    const request = this.#request(`${this.controlUrl}${path}`, {
      method,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      agent: this.#agent,
    });
    request.on('socket', (socket) => {
      ownSockets.add(socket);
      socket.unref();
    });
    return request;
  }
}

function written(instant: number | undefined): string | undefined {
  return instant === undefined ? undefined : new Date(instant).toISOString();
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
