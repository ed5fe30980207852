import { createContext, runInContext, Script } from 'node:vm';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { sourcePaths } from '../../tools/source-paths.ts';

/** Every Web API that the packages use, and its functions that came later than the rest of it. */
const APIS: Readonly<Record<string, object | ((...parameters: never[]) => unknown)>> = {
  AbortController,
  AbortSignal,
  Blob,
  Headers,
  MessageChannel,
  ReadableStream,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  atob,
  btoa,
  clearTimeout,
  console,
  crypto,
  fetch: () => respond(),
  performance,
  queueMicrotask,
  setTimeout,
  structuredClone,
};

const FUNCTIONS = [
  'AbortSignal.any',
  'AbortSignal.timeout',
  'Response.json',
  'URL.canParse',
  'URL.parse',
  'crypto.getRandomValues',
  'crypto.randomUUID',
  'crypto.subtle',
  'performance.now',
];

const REMEDY = 'in Jest, start the test file with the comment "@jest-environment node"; ';

const batchUuid = '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f';
const receipts = { counts: { total: 1, delivered: 1, failed: 0 } };
const from = { type: 'shared', value: '447700900980' };

/** A service that accepts everything. */
async function respond(url = '', { method = 'GET', body = '{}' } = {}) {
  if (method === 'GET') return Response.json(url.includes(batchUuid) ? receipts : { batches: [] });
  const { messages = [] } = JSON.parse(body) as { messages?: { id: string; to: string; body: string }[] };
  const queued = messages.map(({ id, to, body: text }) => {
    return { to, body: text, from, id, batchUuid: id, messageUuid: id, scheduled: false };
  });
  return Response.json(messages.length > 0 ? { messages: queued } : { identifier: batchUuid });
}

const CLIENT = `const client = (options = { fetch: respond }) => bundle.sdk.createMessagingClient({
  baseUrl: 'https://api.messaging.test', accountKey: '0123456789abcdef0123456789abcdef', ...options });
const message = { to: '447700900123', from: { type: 'shared' }, body: 'Your table is ready' };`;

const WEBHOOKS = `const secret = 'a secret of the webhook', { webhooks } = bundle;
const body = JSON.stringify(webhooks.buildInboundMessage());
const request = async () => ({ body, headers: await webhooks.sign({ body, secret, environment: 'test' }) });`;

/** What the packages do, and the APIs that each needs. Without any other one it works. */
const USES: Readonly<Record<string, { code: string; needs: readonly string[] }>> = {
  'a call': {
    code: `${CLIENT} return (await client().batches.listPending()).batches.length === 0;`,
    needs: [],
  },
  'a call over the global fetch': {
    code: `${CLIENT} return (await client({}).batches.listPending()).batches.length === 0;`,
    needs: ['fetch'],
  },
  'a call that fails': {
    code: `${CLIENT} const fetch = async () => { throw new Error('no network'); };
      const failing = client({ fetch, retry: { delay: 0, attempts: 2 } });
      return await failing.batches.listPending().catch((error) => error.name === 'ConnectionError' || error);`,
    needs: [],
  },
  'a send': {
    code: `${CLIENT} return (await client().messages.sendOne(message)).to === message.to;`,
    needs: ['crypto', 'crypto.getRandomValues'],
  },
  'a send with an identifier': {
    code: `${CLIENT} return (await client().messages.sendOne({ ...message, id: '${batchUuid}' })).to === message.to;`,
    needs: [],
  },
  'a batch': {
    code: `${CLIENT} const batch = { from: 'DEMO', message: 'Yes', destinations: ['447700900123'] };
      return (await client().batches.send(batch)).identifier === '${batchUuid}';`,
    needs: ['crypto', 'crypto.getRandomValues'],
  },
  sendMany: {
    code: `${CLIENT} const states = [];
      for await (const outcome of client().messages.sendMany([message, message])) states.push(outcome.error ?? outcome.state);
      if (states[0] instanceof Error) throw states[0];
      return states.length === 2;`,
    needs: ['crypto', 'crypto.getRandomValues'],
  },
  waitForReceipts: {
    code: `${CLIENT} return (await client().batches.waitForReceipts('${batchUuid}')).counts.delivered === 1;`,
    needs: [],
  },
  'signing and verifying a webhook': {
    code: `${WEBHOOKS} return (await webhooks.verify(await request(), { secrets: secret })).kind === 'inbound-message';`,
    needs: ['TextDecoder', 'TextEncoder', 'btoa', 'crypto', 'crypto.subtle'],
  },
  'a handler and a signed webhook': {
    code: `${WEBHOOKS} let acted = 0, error;
      const on = { inboundMessage: () => acted++ };
      const handler = webhooks.createWebhookHandler({ secrets: secret, on, onError: (reported) => (error = reported) });
      const { status } = await handler(await request());
      if (error !== undefined) throw error;
      return acted === 1 && status === 200;`,
    needs: ['btoa', 'crypto', 'crypto.subtle'],
  },
  'a handler and a webhook without a signature': {
    code: `${WEBHOOKS} let acted = 0, error;
      const on = { deliveryReceipt: () => acted++, creditNotification: () => acted++ };
      const handler = webhooks.createWebhookHandler({ on, onError: (reported) => (error = reported) });
      const credits = { notification_uuid: 'n', account_uuid: 'a', paid_credit_balance: 1 };
      for (const payload of [webhooks.buildDeliveryReceipt(), credits]) {
        const { status } = await handler({ headers: {}, body: JSON.stringify(payload) });
        if (error !== undefined) throw error;
        if (status !== 200) return status;
      }
      return acted === 2;`,
    needs: ['btoa', 'crypto', 'crypto.subtle'],
  },
  'an emulator in the process': {
    code: `const emulator = bundle.emulator.createEmulator({ webhooks: { fetch: async () => new Response() } });
      const { messages } = bundle.sdk.createMessagingClient({
        baseUrl: emulator.baseUrl, accountKey: emulator.account.apiKey, fetch: emulator.fetch });
      await messages.sendOne({ to: '447700900123', from: { type: 'shared' }, body: 'Yes', callback: 'https://shop.test/' });
      emulator.handset('447700900123').reply('STOP');
      emulator.restore(emulator.snapshot());
      await emulator.clock.advance('1d');
      return emulator.webhooks().length > 0 && emulator.messages()[0].state === 'delivered';`,
    needs: ['crypto', 'crypto.getRandomValues', 'performance'],
  },
  'the dedupe store in Redis': {
    code: `const client = { eval: async () => 'claimed' };
      return (await bundle.redis.createRedisDedupeStore(client).claim('a')).state === 'claimed';`,
    needs: ['crypto', 'crypto.getRandomValues'],
  },
};

/** The APIs that a client needs in any case. It refuses to be created without them. */
const CLIENT_NEEDS = [
  'AbortController',
  'Headers',
  'URL',
  'URLSearchParams',
  'clearTimeout',
  'performance',
  'performance.now',
  'setTimeout',
];

/** The APIs that an emulator needs in any case. It refuses to be created without them. */
const EMULATOR_NEEDS = [
  'AbortController',
  'AbortSignal',
  'MessageChannel',
  'Request',
  'Response',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'performance.now',
  'structuredClone',
];

let program: Script;

beforeAll(async () => {
  const contents = `export * as sdk from '@messaging-service/sdk'; export * as webhooks from '@messaging-service/webhooks';
    export * as redis from '@messaging-service/webhooks/redis'; export * as emulator from '@messaging-service/emulator';`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'bundle',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    // cron-parser can read files, which nothing here does.
    external: ['fs', 'fs/promises'],
    alias: Object.fromEntries(sourcePaths),
  });
  program = new Script(outputFiles[0]?.text ?? '');
});

/** Runs pieces of code with the packages in a realm that has only these APIs. */
async function run(apis: object, codes: readonly string[]): Promise<unknown[]> {
  const context = createContext({ ...apis, respond });
  program.runInContext(context);
  const results: unknown[] = [];
  for (const code of codes)
    results.push(await runInContext(`(async () => { ${code} })().catch((error) => String(error))`, context));
  return results;
}

/** All APIs but one, which is missing or undefined. */
function without(name: string, isUndefined: boolean): object {
  const [api = '', member] = name.split('.');
  const others = Object.fromEntries(Object.entries(APIS).filter(([other]) => other !== api));
  if (member === undefined) return isUndefined ? { ...others, [api]: undefined } : others;
  const whole = APIS[api] as object;
  const hide = (_: object, key: PropertyKey): unknown => {
    const value: unknown = key === member ? undefined : Reflect.get(whole, key);
    // Methods of `crypto` and the like need their object.
    return typeof value === 'function' && typeof whole === 'object' ? value.bind(whole) : value;
  };
  const has = (_: object, key: PropertyKey) => key !== member && key in whole;
  return { ...others, [api]: new Proxy(whole, { get: hide, has }) };
}

/** The APIs that a handler needs in any case. It refuses to be created without them. */
const HANDLER_NEEDS = [
  'ReadableStream',
  'Response',
  'TextDecoder',
  'TextEncoder',
  'clearTimeout',
  'performance',
  'performance.now',
  'setTimeout',
];

function isNeeded({ code, needs }: { code: string; needs: readonly string[] }, name: string): boolean {
  const always = [
    ...(code.includes('client(') ? CLIENT_NEEDS : []),
    ...(code.includes('createMessagingClient(') ? CLIENT_NEEDS : []),
    ...(code.includes('createEmulator(') ? EMULATOR_NEEDS : []),
    ...(code.includes('createWebhookHandler(') ? HANDLER_NEEDS : []),
  ];
  const random = /[.]build/.test(code) ? ['crypto', 'crypto.getRandomValues'] : [];
  return [...needs, ...always, ...random].includes(name);
}

describe('environments that lack Web APIs, such as the jsdom of Jest', () => {
  test('the packages can be imported where there is none at all', async () => {
    expect(await run({}, ['return Object.keys(bundle).join()'])).toEqual(['emulator,redis,sdk,webhooks']);
  });

  const missing = [...Object.keys(APIS), ...FUNCTIONS].flatMap((name) => [
    { name, how: 'missing', isUndefined: false },
    { name, how: 'undefined', isUndefined: true },
  ]);
  test.for(missing)(
    '$name is $how: one sentence names it and the remedy, or all works',
    async ({ name, isUndefined }) => {
      const uses = Object.entries(USES);
      const results = await run(
        without(name, isUndefined),
        uses.map(([, { code }]) => code),
      );
      const sentence = new RegExp(`has no ${name.replace('.', '[.]')}(?:[.]\\w+)?[:.] ${REMEDY}`, 'i');
      for (const [index, [use, details]] of uses.entries())
        if (isNeeded(details, name)) expect(results[index], use).toMatch(sentence);
        else expect([use, results[index]]).toEqual([use, true]);
    },
  );
});
