import { type ConformanceTarget, checkConformance } from '@messaging-service/conformance';
import { createEmulator, type EmulatorOptions } from '@messaging-service/emulator';
import type { Fetch, Hooks, Logger, Transport } from '@messaging-service/sdk';
import { createMessagingClient, fetchTransport, messageFirst, stubClient } from '@messaging-service/sdk';
import type { DedupeStore, WebhookEvent } from '@messaging-service/webhooks';
import {
  buildInboundMessage,
  createMemoryDedupeStore,
  createWebhookHandler,
  signTestWebhook,
  verify,
  verifySync,
} from '@messaging-service/webhooks';
import { describe, expect, onTestFinished, test } from 'vitest';

const accountKey = '0123456789abcdef0123456789abcdef';
const baseUrl = 'https://api.messaging.test';
const secret = 'a secret of the webhook';
const message = { to: '447700900123', from: { type: 'shared' }, body: 'Your table is ready' } as const;

/** An object whose methods need it: they write to a private field. Its other members are not options. */
class Instance {
  readonly #used = new Set<string>();
  readonly description = 'an object with members of its own';
  get used(): string[] {
    return [...this.#used].toSorted();
  }
  protected use(name: string): void {
    this.#used.add(name);
  }
}

const refused = () =>
  Response.json({ error: { code: 'service_unavailable', message: 'Busy' } }, { status: 503 });
const pending = () =>
  Response.json({ batches: [] }, { headers: { sunset: 'tomorrow', 'content-type': 'application/json' } });

/** Every member of the client's options that is a function, or an object with functions. */
class Options extends Instance {
  readonly #responses = [refused(), pending(), pending()];
  readonly baseUrl = baseUrl;
  readonly retry = { delay: 0 };
  get accountKey() {
    return accountKey;
  }
  headers() {
    this.use('headers');
    return { 'x-tenant': 'surgery-7' };
  }
  protected respond() {
    return this.#responses.shift() ?? Response.error();
  }
}
class WithFetch extends Options {
  async fetch(..._: Parameters<Fetch>) {
    this.use('fetch');
    return this.respond();
  }
}
class WithTransport extends Options {
  async transport(...[request]: Parameters<Transport>) {
    this.use('transport');
    return fetchTransport(async () => this.respond())(request);
  }
}

class Observer extends Instance implements Hooks {
  beforeRequest() {
    this.use('beforeRequest');
  }
  afterResponse() {
    this.use('afterResponse');
  }
  onMismatch() {
    this.use('onMismatch');
  }
  onDeprecation() {
    this.use('onDeprecation');
  }
  beforeRetry() {
    this.use('beforeRetry');
  }
  onError() {
    this.use('onError');
  }
}
class Log extends Instance implements Logger {
  debug() {
    this.use('debug');
  }
  info() {
    this.use('info');
  }
  warn() {
    this.use('warn');
  }
  error() {
    this.use('error');
  }
}
class NestLog extends Instance {
  debug() {
    this.use('debug');
  }
  log() {
    this.use('log');
  }
  warn() {
    this.use('warn');
  }
  error() {
    this.use('error');
  }
}

/** Calls that make a client use all its observers: a retry, a deprecation, a mismatch and a failure. */
async function observed(options: { hooks?: Hooks; logger?: Logger }) {
  const responses = [
    refused(),
    pending(),
    Response.json({ batches: [{ identifier: 'a' }] }),
    Response.json([]),
  ];
  const fetch = async () => responses.shift() ?? Response.error();
  const client = createMessagingClient({ baseUrl, accountKey, retry: { delay: 0 }, fetch, ...options });
  for (let n = 0; n < 3; n++) await client.batches.listPending().catch(() => undefined);
}

class Rule extends Instance {
  isDuplicate() {
    this.use('isDuplicate');
    return true;
  }
}
class Many extends Instance {
  readonly chunkSize = 1;
  stopWhen() {
    this.use('stopWhen');
    return true;
  }
  onProgress() {
    this.use('onProgress');
  }
}
class Wait extends Instance {
  until() {
    this.use('until');
    return true;
  }
  onProgress() {
    this.use('onProgress');
  }
}
class Stub extends Instance {
  async listPending() {
    this.use('listPending');
    return { batches: [] };
  }
}

/** Options of the webhooks, whose store and actions are instances, too. */
class Store extends Instance implements DedupeStore {
  readonly #store = createMemoryDedupeStore();
  async claim(key: string) {
    this.use('claim');
    return this.#store.claim(key);
  }
  async forget(key: string) {
    this.use('forget');
    await this.#store.forget?.(key);
  }
}
class Actions extends Instance {
  inboundMessage(_: WebhookEvent) {
    this.use('inboundMessage');
  }
  creditNotification(_: WebhookEvent) {
    this.use('creditNotification');
  }
}
class Verification extends Instance {
  secrets() {
    this.use('secrets');
    return secret;
  }
  now() {
    this.use('now');
    return Date.now();
  }
}
class Handling extends Verification {
  readonly dedupe = new Store();
  readonly on = new Actions();
  onError() {
    this.use('onError');
  }
  onMismatch() {
    this.use('onMismatch');
  }
  waitUntil(_: Promise<void>) {
    this.use('waitUntil');
  }
}

class Receiver extends Instance {
  readonly timeout = '5s';
  async fetch() {
    this.use('fetch');
    return new Response();
  }
}
class Network extends Instance {
  readonly after = '1s';
  rule() {
    this.use('rule');
    return { outcome: 'fail', code: '22' } as const;
  }
}
class Service extends Instance implements EmulatorOptions {
  readonly now = '2026-03-01T09:00Z';
  readonly webhooks = new Receiver();
  readonly carrier = new Network();
  onWarning() {
    this.use('onWarning');
  }
}

/** A target of the conformance kit, all functions of which need it. */
class Target extends Instance implements ConformanceTarget {
  readonly #emulator = createEmulator({
    now: '2026-03-01T09:00Z',
    webhooks: { fetch: async () => new Response() },
  });
  readonly dryRunOnly = false;
  readonly sender = 'DEMO';
  get baseUrl() {
    return this.#emulator.baseUrl;
  }
  get keys() {
    const { account, organization } = this.#emulator;
    return { accountKey: account.apiKey, organizationKey: organization.apiKey };
  }
  fetch(...parameters: Parameters<typeof globalThis.fetch>) {
    this.use('fetch');
    return this.#emulator.fetch(...parameters);
  }
  advance(ms: number) {
    this.use('advance');
    return this.#emulator.clock.advance(ms);
  }
  now() {
    this.use('now');
    return this.#emulator.clock.now().getTime();
  }
  receiveWebhooks() {
    this.use('receiveWebhooks');
    return new Inbox(this.#emulator.baseUrl);
  }
  writeFromHandset(from: string, to: string, text: string) {
    this.use('writeFromHandset');
    this.#emulator.handset(from).reply(text, { to });
  }
  close() {
    this.#emulator.close();
  }
}
class Inbox {
  readonly #url: string;
  constructor(url: string) {
    this.#url = url;
  }
  get url() {
    return this.#url;
  }
  received() {
    return this.#url === '' ? [] : [];
  }
  respondWith(status: number) {
    expect([this.#url, status]).not.toContain('');
  }
}

/** Sends messages to a service that responds as a test wants. */
function sender(responses: Response[], options: object = {}) {
  const fetch = async () => responses.shift() ?? Response.error();
  return createMessagingClient({ baseUrl, accountKey, retry: { delay: 0 }, fetch, ...options });
}

const broken = () => new Response('', { status: 500 });
const invalid = () =>
  Response.json({ error: { code: 'whatever', message: 'known already' } }, { status: 409 });

/** What uses the functions of an instance, and the functions that must have been used. */
const TABLE: Readonly<
  Record<string, () => Promise<readonly [used: readonly string[], expected: readonly string[]]>>
> = {
  'options of a client: fetch, headers': async () => {
    const options = new WithFetch();
    const client = createMessagingClient(options);
    await client.batches.listPending();
    await client.with({ timeout: 5000 }).batches.listPending();
    return [options.used, ['fetch', 'headers']];
  },
  'options of a client: transport, headers': async () => {
    const options = new WithTransport();
    await createMessagingClient(options).batches.listPending();
    return [options.used, ['headers', 'transport']];
  },
  'changes of a client': async () => {
    const changes = new WithFetch();
    await createMessagingClient({ baseUrl, accountKey }).with(changes).batches.listPending();
    return [changes.used, ['fetch', 'headers']];
  },
  'hooks of a client': async () => {
    const hooks = new Observer();
    await observed({ hooks });
    const all = ['afterResponse', 'beforeRequest', 'beforeRetry', 'onDeprecation', 'onError', 'onMismatch'];
    return [hooks.used, all];
  },
  'a logger': async () => {
    const logger = new Log();
    await observed({ logger });
    return [logger.used, ['debug', 'error', 'info', 'warn']];
  },
  'a logger that expects the sentence first': async () => {
    const logger = new NestLog();
    await observed({ logger: messageFirst(logger) });
    return [logger.used, ['debug', 'error', 'log', 'warn']];
  },
  'the rule of safeResend': async () => {
    const safeResend = new Rule();
    const responses = [Response.error(), invalid()];
    const fetch = async () => {
      const response = responses.shift() ?? Response.error();
      if (response.type === 'error') throw new TypeError('terminated');
      return response;
    };
    const client = createMessagingClient({ baseUrl, accountKey, retry: { delay: 0 }, fetch, safeResend });
    await client.messages.sendOne(message);
    return [safeResend.used, ['isDuplicate']];
  },
  'options of sendMany': async () => {
    const options = new Many();
    for await (const _ of sender([broken(), broken()]).messages.sendMany([message, message], options));
    return [options.used, ['onProgress', 'stopWhen']];
  },
  'options of waitForReceipts': async () => {
    const options = new Wait();
    const counts = { total: 1, delivered: 0, failed: 0 };
    const batchUuid = '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f';
    await sender([Response.json({ batch_uuid: batchUuid, counts })]).batches.waitForReceipts(
      batchUuid,
      options,
    );
    return [options.used, ['onProgress', 'until']];
  },
  'functions of a stub': async () => {
    const batches = new Stub();
    await stubClient({ batches }).batches.listPending();
    return [batches.used, ['listPending']];
  },
  'options of verify': async () => {
    const options = new Verification();
    await verify(await signTestWebhook(buildInboundMessage(), { secret }), options);
    return [options.used, ['now', 'secrets']];
  },
  'options of verifySync': async () => {
    const options = new Verification();
    verifySync(await signTestWebhook(buildInboundMessage(), { secret }), options);
    return [options.used, ['now', 'secrets']];
  },
  'options of a webhook handler, its actions and its store': async () => {
    const options = new Handling();
    const handler = createWebhookHandler(options);
    const url = 'https://app.example/webhook';
    const post = async (init: object) =>
      (await handler(new Request(url, { method: 'POST', ...init }))).text();
    await post(await signTestWebhook(buildInboundMessage(), { secret }));
    const credits = { notification_uuid: 'n', account_uuid: 'a', paid_credit_balance: 1 };
    await post({ body: JSON.stringify(credits) });
    await post({ body: JSON.stringify({ event: 'of tomorrow' }) });
    await post({ body: 'no JSON' });
    return [
      [...options.used, ...options.on.used, ...options.dedupe.used],
      [
        'now',
        'onError',
        'onMismatch',
        'secrets',
        'waitUntil',
        'creditNotification',
        'inboundMessage',
        'claim',
        'forget',
      ],
    ];
  },
  'options of the store in memory': async () => {
    const options = new Verification();
    await createMemoryDedupeStore(options).claim('a');
    return [options.used, ['now']];
  },
  'options of an emulator: webhooks.fetch, carrier.rule, onWarning': async () => {
    const options = new Service();
    const emulator = createEmulator(options);
    onTestFinished(() => emulator.close());
    const client = createMessagingClient({
      baseUrl: emulator.baseUrl,
      accountKey: emulator.account.apiKey,
      fetch: emulator.fetch,
    });
    await client.messages.sendOne({
      ...message,
      to: '447911123456',
      callback: 'https://app.example/receipts',
    });
    await client.messages.sendOne({ ...message, to: '447911000000', send_at: '2026-03-01T10:00Z' });
    await emulator.waitForMessage({ to: '447911000000', timeout: 1 }).catch(() => undefined);
    await emulator.clock.advance('1m');
    return [
      [...options.used, ...options.carrier.used, ...options.webhooks.used],
      ['onWarning', 'rule', 'fetch'],
    ];
  },
  'a target of the conformance kit': async () => {
    const target = new Target();
    onTestFinished(() => target.close());
    const { verdict } = await checkConformance(target);
    expect(verdict.sentence).not.toContain('not a service');
    return [target.used, ['advance', 'fetch', 'now', 'receiveWebhooks', 'writeFromHandset']];
  },
};

describe('functions of options that are methods of an instance of a class are called on it', () => {
  test.for(Object.keys(TABLE))('%s', async (name) => {
    const [used, expected] = (await TABLE[name]?.()) ?? [];
    expect(used).toEqual(expected);
  });
});

describe('a function that options only carry', () => {
  /** Like the global `fetch` of browsers, which refuses to be called on another object. */
  function global(this: unknown): Promise<Response> {
    if (this !== undefined) throw new TypeError('Illegal invocation');
    return Promise.resolve(pending());
  }

  test('is called on its own, as the global fetch requires, also as a member of an instance', async () => {
    class Own {
      readonly baseUrl = baseUrl;
      readonly accountKey = accountKey;
      readonly fetch = global;
    }
    class Read {
      readonly baseUrl = baseUrl;
      readonly accountKey = accountKey;
      get fetch() {
        return global;
      }
    }
    for (const options of [{ baseUrl, accountKey, fetch: global }, new Own(), new Read()])
      await createMessagingClient(options).batches.listPending();
    const inherited = Object.create({ fetch: global }) as Own;
    await createMessagingClient(Object.assign(inherited, { baseUrl, accountKey })).batches.listPending();
  });

  test('does not get the keys of the client', async () => {
    const owners: unknown[] = [];
    const options = {
      baseUrl,
      accountKey,
      headers(this: unknown) {
        owners.push(this);
        return {};
      },
      transport(this: unknown) {
        owners.push(this);
        return Promise.resolve({ status: 200, headers: {}, text: '{"batches":[]}' });
      },
    };
    await createMessagingClient(options).batches.listPending();
    expect(owners).toEqual([undefined, undefined]);
  });
});
