import { createEmulator, type Emulator } from '@messaging-service/emulator';
import type { Service } from '@messaging-service/emulator/host';
import { hostOf, parseTarget, Rejection } from '@messaging-service/emulator/host';
import { History } from './history/history.ts';
import { POOL, RETRY_DELAYS_MS, START } from './scenario.ts';

/** One call, as a function of the world it is made in, so that it can be made again in another. */
export interface Call {
  (world: World): unknown;
  /** It runs for a while; any other call has been processed when the function returns. */
  readonly slow?: boolean;
  /** It must not matter whether it is made. */
  readonly dry?: boolean;
}

/** The response of the public API: status, error code and body. */
export interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly body: unknown;
}

/** The real side: an emulator, the customer's receiver of webhooks, and all calls that were made. */
export class World {
  readonly calls: Call[] = [];
  readonly history = new History();
  /** Whether the receiver currently responds with 200. */
  receiverUp = true;
  readonly emulator: Emulator = createEmulator({
    now: START,
    seed: 7,
    journalLimit: 1_000_000,
    organization: { credits: 150 },
    accounts: [
      { name: 'account 0', senders: ['SENDER0'], credits: 25 },
      { name: 'account 1', senders: ['SENDER1'], credits: 5, packagedCredits: 12 },
    ],
    sharedSenders: POOL,
    webhooks: { retryDelays: RETRY_DELAYS_MS, fetch: (url) => this.#receive(url as string) },
  });
  readonly service: Service = hostOf(this.emulator).service;

  /** Makes a call that may change something, waits for the webhook attempts it caused, and remembers it. */
  async call<T>(call: (world: World) => T | Promise<T>): Promise<T> {
    this.calls.push(call);
    const answer = await call(this);
    await this.emulator.clock.settle();
    return answer;
  }

  /** The same for a call that runs for a while. */
  slowCall<T>(call: (world: World) => Promise<T>): Promise<T> {
    return this.call(Object.assign(call, { slow: true }));
  }

  /** Calls the public API; text is sent unchanged, anything else as JSON. */
  send(method: string, url: string, body?: unknown): Promise<Answer> {
    const call = (world: World) => world.request(method, url, body);
    return this.call(Object.assign(call, { dry: /[?&](isDryrun|dryRun)=(true|1)/.test(url) }));
  }

  /** The same without a record, for calls that only read. */
  async request(method: string, url: string, body?: unknown): Promise<Answer> {
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    const reply = await this.service.handle({ method, target: parseTarget(url), body: text });
    if (reply === 'disconnect') return { status: 0, code: 'disconnect', body: undefined };
    const answer: unknown = reply.body === '' ? undefined : JSON.parse(reply.body);
    const error = (answer as { error?: { code: string } } | undefined)?.error;
    return { status: reply.status, code: error?.code, body: answer };
  }

  /** Does something that the public API has no operation for; a refusal is returned as its code. */
  act(action: (emulator: Emulator) => unknown): Promise<string | undefined> {
    return this.call(({ emulator }) => {
      try {
        action(emulator);
        return undefined;
      } catch (error) {
        if (error instanceof Rejection) return error.code;
        throw error;
      }
    });
  }

  get now(): number {
    return this.emulator.clock.now().getTime();
  }

  #receive(url: string): Promise<Response> {
    if (!this.receiverUp && url.endsWith('/unreachable')) return Promise.reject(new Error('refused'));
    return Promise.resolve(new Response(null, { status: this.receiverUp ? 200 : 503 }));
  }
}
