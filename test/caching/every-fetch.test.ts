import { globSync, readFileSync } from 'node:fs';
import type { EmulatorOptions } from '@messaging-service/emulator';
import { openReceiver } from '@messaging-service/test-support';
import ky from 'ky';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { root } from '../../tools/source-paths.ts';
import { runInProcess } from '../in-process.ts';

const REAL_FETCH = globalThis.fetch;
const REAL_REQUEST = globalThis.Request;

const accountKey = '0123456789abcdef0123456789abcdef';

/** A server on this machine until the test ends. */
async function receiver() {
  const opened = await openReceiver();
  onTestFinished(() => opened[Symbol.asyncDispose]());
  return opened;
}

/** A served emulator until the test ends. */
async function serve(options: EmulatorOptions = {}) {
  const { createEmulator } = await import('@messaging-service/emulator');
  const { listen } = await import('@messaging-service/emulator/node');
  const emulator = createEmulator({ now: '2026-03-01T09:00Z', ...options });
  const { url, close } = await listen(emulator);
  onTestFinished(async () => {
    await close();
    emulator.close();
  });
  return { emulator, url };
}

async function connect() {
  const { connectEmulator } = await import('@messaging-service/emulator/client');
  const { emulator, url } = await serve();
  return { emulator, remote: await connectEmulator({ url }) };
}

/** Makes a call three times with options of a client, and returns how often the service was reached. */
async function calls(optionsOf: () => object | Promise<object>) {
  const { createMessagingClient } = await import('@messaging-service/sdk');
  const service = await receiver();
  service.answer(200, { batches: [] });
  const client = createMessagingClient({ baseUrl: service.url, accountKey, ...(await optionsOf()) });
  for (let n = 0; n < 3; n++) await client.batches.listPending();
  return service.received.length;
}

/** Reports a receipt to a receiver that first responds with 500, and returns how often it was reached. */
async function attempts(webhooks: EmulatorOptions['webhooks']) {
  const { createEmulator } = await import('@messaging-service/emulator');
  const app = await receiver();
  app.answer(500);
  const emulator = createEmulator({ now: '2026-03-01T09:00Z', webhooks });
  onTestFinished(() => emulator.close());
  const { createMessagingClient } = await import('@messaging-service/sdk');
  const client = createMessagingClient({
    baseUrl: emulator.baseUrl,
    accountKey: emulator.account.apiKey,
    fetch: emulator.fetch,
  });
  const message = { to: '447700900001', from: { type: 'shared' }, body: 'Your table is ready' } as const;
  await client.messages.sendOne({ ...message, callback: app.url });
  await emulator.clock.advance('20s');
  app.answer(200);
  await emulator.clock.advance('1h');
  return app.received.length;
}

/** Every way in which the packages call a `fetch`, and how often it has to reach the other side. */
const CALLS: Readonly<Record<string, () => Promise<readonly [found: unknown, expected: unknown]>>> = {
  'the client': async () => [await calls(() => ({})), 3],
  'the client, with a fetch': async () => [
    await calls(() => ({ fetch: (url: string, init: object) => fetch(url, init) })),
    3,
  ],
  'the client, with ky': async () => {
    const { createKyTransport } = await import('@messaging-service/sdk/ky');
    return [await calls(() => ({ transport: createKyTransport(ky) })), 3];
  },
  'the remote control of an emulator': async () => {
    const { emulator, remote } = await connect();
    const now = async () => (await remote.clock.now()).toISOString().slice(11, 16);
    const first = await now();
    await emulator.clock.advance('1m');
    const second = await now();
    for (let n = 0; n < 2; n++) await remote.clock.advance('1h');
    return [
      [first, second, await now()],
      ['09:00', '09:01', '11:01'],
    ];
  },
  'the events of an emulator': async () => {
    const { remote } = await connect();
    const moves: unknown[] = [];
    for (let n = 0; n < 2; n++) {
      const events = remote.events();
      await remote.clock.advance('1h');
      for await (const { data } of events) {
        moves.push((data as { now: string }).now.slice(11, 16));
        break;
      }
    }
    return [moves, ['10:00', '11:00']];
  },
  'webhooks and their retries': async () => [await attempts({}), 3],
  'webhooks, with a fetch': async () => [await attempts({ fetch: (...args) => fetch(...args) }), 3],
  'the conformance kit': async () => {
    const { checkConformance } = await import('@messaging-service/conformance');
    const { emulator, url } = await serve();
    const keys = { accountKey: emulator.account.apiKey, organizationKey: emulator.organization.apiKey };
    const { clauses } = await checkConformance({
      baseUrl: url,
      keys,
      now: () => emulator.clock.now().getTime(),
    });
    return [clauses.filter(({ outcome }) => outcome === 'failed'), []];
  },
  'the command that simulates webhooks': async () => {
    const { url, received } = await receiver();
    const program = new URL('../../packages/webhooks/src/cli/main.ts', import.meta.url);
    const args = ['simulate', url, '--kind', 'delivery-receipt', '--set', 'receiptInfo.code=22'];
    for (let n = 0; n < 2; n++) await runInProcess({ program, args });
    return [received.length, 2];
  },
};

/** The members of a request, which are arguments of `fetch` or a `Request`. */
function membersOf(input: Parameters<typeof fetch>[0], init: RequestInit = {}) {
  const { method, cache, url } = input instanceof REAL_REQUEST ? input : { url: String(input), ...init };
  return { cache: init.cache ?? cache, name: `${method ?? 'GET'} ${url} ${JSON.stringify(init.body)}` };
}

/** A `fetch` that stores every response, like the one of Next.js 14, unless a request says otherwise. */
function cachingFetch() {
  const stored = new Map<string, Promise<Response>>();
  const caches: unknown[] = [];
  const caching: typeof fetch = async (input, init) => {
    const { cache, name } = membersOf(input, init);
    caches.push(cache);
    if (cache === 'no-store') return REAL_FETCH(input, init);
    const first = stored.get(name) ?? REAL_FETCH(input, init);
    stored.set(name, first);
    return (await first).clone();
  };
  return { caching, stored, caches };
}

describe('a fetch that a framework has replaced by one that caches', () => {
  test.for(Object.keys(CALLS))('stores nothing and answers nothing: %s', async (name) => {
    const { caching, stored, caches } = cachingFetch();
    vi.stubGlobal('fetch', caching);
    const [found, expected] = (await CALLS[name]?.()) ?? [];
    expect(found).toEqual(expected);
    expect(stored.size).toBe(0);
    expect(new Set(caches)).toEqual(new Set(['no-store']));
  });
});

describe('a runtime that refuses the member cache, like an older workerd', () => {
  const refuse = ({ cache }: RequestInit = {}) => {
    if (cache !== undefined)
      throw new Error("The 'cache' field on 'RequestInitializerDict' is not implemented.");
  };

  class OldRequest extends REAL_REQUEST {
    constructor(input: Parameters<typeof fetch>[0], init?: RequestInit) {
      refuse(init);
      super(input, init);
    }
  }

  // The packages ask the runtime once.
  beforeAll(() => void vi.resetModules());

  beforeEach(() => {
    vi.stubGlobal('Request', OldRequest);
    vi.stubGlobal('fetch', async (...[input, init]: Parameters<typeof fetch>) => {
      refuse(init);
      return REAL_FETCH(input, init);
    });
  });

  test.for(Object.keys(CALLS))('works: %s', async (name) => {
    const [found, expected] = (await CALLS[name]?.()) ?? [];
    expect(found).toEqual(expected);
  });
});

/** A call that does not only pass on what its caller has written. */
const CALL =
  /^ +(?:(?:return|const response =|response =) )?(?:await )(?:globalThis\.)?(?:fetch|ky)\((?!\.\.\.|input,)/m;

test('every source file that calls fetch or ky keeps caches away', () => {
  const files = globSync('packages/!(inspector|test-support)/src/**/*.ts', { cwd: root });
  const calling = files.filter((file) => CALL.test(readFileSync(root + file, 'utf8')));
  const careless = calling.filter(
    (file) => !/\b(?:uncached|initOf)\(/.test(readFileSync(root + file, 'utf8')),
  );
  expect(calling.length).toBeGreaterThan(4);
  expect(careless).toEqual([]);
});
