import {
  createMemoryDedupeStore,
  createWebhookHandler,
  signSync,
  verify,
  verifySync,
} from '@messaging-service/webhooks';
import { toLambdaHandler, toNodeListener } from '@messaging-service/webhooks/node';
import { createRedisDedupeStore } from '@messaging-service/webhooks/redis';
import { describe, expect, test, vi } from 'vitest';
import { signed } from './requests.ts';
import { inboundMessage, SECRET, SENT_AT } from './samples.ts';
import { verifyBoth } from './verify-both.ts';

const BODY = JSON.stringify(inboundMessage);
const REQUEST = signed(BODY);

test('secrets are tried one after the other, on both forms of the body, so that an account can change its own (SIG-3)', async () => {
  const { body } = signed(JSON.stringify(inboundMessage, null, 2));
  expect((await verifyBoth(REQUEST, { secrets: ['new', 'newer', SECRET] })).matched).toBe('raw');
  expect((await verifyBoth({ ...REQUEST, body }, { secrets: ['new', SECRET] })).matched).toBe('minified');
});

describe('tolerance', () => {
  test.each([
    [SENT_AT + 300_000, {}],
    [SENT_AT - 300_000, {}],
    [SENT_AT + 10_000, { tolerance: 10 }],
    [SENT_AT - 10_000, { tolerance: 10 }],
    [SENT_AT, { tolerance: 0 }],
    [0, { tolerance: false as const }],
    [SENT_AT * 2, { tolerance: false as const }],
    [SENT_AT * 2, { tolerance: Number.POSITIVE_INFINITY }],
  ])('at %d, %o accepts what was sent (SIG-7)', async (now, options) => {
    expect((await verifyBoth(REQUEST, { now, ...options })).timestamp).toBe(SENT_AT);
  });

  test.each([
    [SENT_AT + 300_001, {}, 'timestamp_too_old'],
    [SENT_AT - 300_001, {}, 'timestamp_too_new'],
    [SENT_AT + 10_001, { tolerance: 10 }, 'timestamp_too_old'],
    [SENT_AT - 1, { tolerance: 0 }, 'timestamp_too_new'],
  ])('at %d, %o refuses it: %s (SIG-7)', async (now, options, code) => {
    await expect(verifyBoth(REQUEST, { now, ...options })).rejects.toMatchObject({ code });
  });

  test('says in the message how far apart the clocks are', async () => {
    await expect(verifyBoth(REQUEST, { now: SENT_AT + 412_000 })).rejects.toThrow('timestamp_too_old: 412 s');
  });

  test.each([
    ['1767259800', SENT_AT],
    ['001767259800', SENT_AT],
    ['1767259800123', SENT_AT + 123],
    ['99999999999', 99_999_999_999_000],
    ['100000000000', 100_000_000_000],
    ['999999999999999', 999_999_999_999_999],
    ['0', 0],
  ])('the header %s is %d ms: seconds or milliseconds, by size (SIG-4)', async (timestamp, expected) => {
    const headers = signSync({ body: BODY, secret: SECRET, environment: 'test', timestamp });
    expect(headers.timestamp).toBe(timestamp);
    const event = await verifyBoth({ body: BODY, headers }, { tolerance: false });
    expect(event.timestamp).toBe(expected);
  });
});

describe('now', () => {
  test('can be a function, called at each verification', async () => {
    const now = vi.fn<() => number>(() => SENT_AT);
    await verify(REQUEST, { secrets: SECRET, now });
    verifySync(REQUEST, { secrets: SECRET, now });
    expect(now).toHaveBeenCalledTimes(2);
  });

  test('defaults to the clock of the machine, read late enough for fake timers', async () => {
    vi.useFakeTimers({ now: SENT_AT, toFake: ['Date'] });
    await expect(verify(REQUEST, { secrets: SECRET })).resolves.toMatchObject({ verified: true });
    vi.setSystemTime(SENT_AT + 301_000);
    await expect(verify(REQUEST, { secrets: SECRET })).rejects.toMatchObject({ code: 'timestamp_too_old' });
  });
});

describe('environment (SIG-6)', () => {
  test('accepts one or several values, and an error shows both sides', async () => {
    for (const environment of ['production', ['staging', 'production']])
      expect((await verifyBoth(REQUEST, { environment })).environment).toBe('production');
    await expect(verifyBoth(REQUEST, { environment: ['live', 'test'] })).rejects.toMatchObject({
      code: 'environment_mismatch',
      message: expect.stringContaining(
        'The environment header is "production"; the option environment accepts live, test.',
      ) as string,
    });
  });

  test('may contain full stops, and still no two requests share a signature', async () => {
    const headers = signSync({ body: BODY, secret: SECRET, environment: 'a.b', timestamp: 1767259800 });
    expect((await verifyBoth({ body: BODY, headers })).environment).toBe('a.b');
    for (const environment of ['a', 'b', '.a.b', 'a.b.1767259800']) {
      await expect(verifyBoth({ body: BODY, headers: { ...headers, environment } })).rejects.toMatchObject({
        code: 'signature_mismatch',
      });
    }
  });
});

const verifying = (options: object) => () => verifySync(REQUEST, { secrets: SECRET, ...options });
const handling = (options: object) => () => createWebhookHandler({ secrets: SECRET, on: {}, ...options });
const storing = (options: object) => () => createMemoryDedupeStore(options);
const sharing = (options: object) => () => createRedisDedupeStore({ eval: vi.fn<never>() }, options);
const listening = (...parameters: unknown[]) => toNodeListener(...(parameters as [never]));
const HANDLER = createWebhookHandler({ secrets: SECRET, on: {} });
const KINDS = 'inboundMessage, deliveryReceipt, creditNotification, unknown';

test.each([
  [verifying({ tolerance: '300' }), 'tolerance must be a number of seconds or false; got "300"'],
  [verifying({ tolerance: Number.NaN }), 'tolerance must be a number of seconds or false; got NaN'],
  [verifying({ tolerance: -1 }), 'tolerance must be a number of seconds or false; got -1'],
  [verifying({ tolerance: null }), 'tolerance must be a number of seconds or false; got null'],
  [verifying({ now: () => undefined }), 'now must be a number of milliseconds; got undefined'],
  [verifying({ now: () => Number.NaN }), 'now must be a number of milliseconds; got NaN'],
  [verifying({ now: new Date() }), 'now must be a number of milliseconds; got an instance of Date'],
  [verifying({ environment: '' }), 'environment must be one or more strings, not empty; got ""'],
  [
    verifying({ environment: [] }),
    'environment must be one or more strings, not empty; got an instance of Array',
  ],
  [
    verifying({ environment: [undefined] }),
    'environment must be one or more strings, not empty; got an instance of Array',
  ],
  [handling({ tolerance: Number.NaN }), 'tolerance must be a number of seconds or false; got NaN'],
  [handling({ storeTimeout: 0 }), 'storeTimeout must be more than 0 and at most 5 seconds; got 0'],
  [handling({ storeTimeout: 5.1 }), 'storeTimeout must be more than 0 and at most 5 seconds; got 5.1'],
  [handling({ storeTimeout: '3' }), 'storeTimeout must be more than 0 and at most 5 seconds; got "3"'],
  [
    handling({ policy: { inbound: 'signed-only' } }),
    `policy.inbound is not a known option; the options are ${KINDS}`,
  ],
  [
    handling({ policy: { inboundMessage: 'unsigned' } }),
    'policy.inboundMessage must be signed-only or accept-unsigned; got "unsigned"',
  ],
  [handling({ policy: 'signed-only' }), 'policy must be an object, not a string'],
  [
    handling({ enviroment: 'production' }),
    'enviroment is not a known option; the options are secrets, tolerance, now, environment, on, policy, dedupe, storeTimeout, waitUntil, onMismatch, onError',
  ],
  [handling({ on: undefined }), 'on must be an object, not undefined'],
  [
    handling({ on: { inbound: () => undefined } }),
    `on.inbound is not a known option; the options are ${KINDS}`,
  ],
  [handling({ on: { inboundMessage: 'save it' } }), 'on.inboundMessage must be a function; got "save it"'],
  [handling({ dedupe: true }), 'dedupe must be a dedupe store or false; got true'],
  [handling({ dedupe: null }), 'dedupe must be a dedupe store or false; got null'],
  [handling({ waitUntil: 'later' }), 'waitUntil must be a function; got "later"'],
  [handling({ onError: {} }), 'onError must be a function; got an object'],
  [() => createWebhookHandler(undefined as never), 'options must be an object, not undefined'],
  [storing({ lifetime: 3599 }), 'lifetime must be at least 3600 seconds; got 3599'],
  [storing({ lifetime: Number.NaN }), 'lifetime must be at least 3600 seconds; got NaN'],
  [storing({ lifetime: Infinity }), 'lifetime must be at least 3600 seconds; got Infinity'],
  [storing({ lease: 0 }), 'lease must be more than 0 seconds and at most the lifetime; got 0'],
  [storing({ lease: 90_000 }), 'lease must be more than 0 seconds and at most the lifetime; got 90000'],
  [storing({ maxKeys: 0 }), 'maxKeys must be at least 1; got 0'],
  [
    verifying({ enviroment: 'production' }),
    'enviroment is not a known option; the options are secrets, tolerance, now, environment',
  ],
  // Without its text, because it may be a secret.
  [() => verifySync(REQUEST, SECRET as never), 'options must be an object, not a string'],
  [storing({ ttl: 60 }), 'ttl is not a known option; the options are lifetime, lease, maxKeys, now'],
  [sharing({ ttl: 60 }), 'ttl is not a known option; the options are lifetime, lease, prefix'],
  [() => listening(HANDLER, { paht: '/webhook' }), 'paht is not a known option; the options are path'],
  [() => listening(HANDLER, '/webhook'), 'options must be an object, not a string'],
  [
    () => listening({ secrets: SECRET, on: {} }),
    'handler must be the function that createWebhookHandler returns; got an object',
  ],
  [
    () => toLambdaHandler(undefined as never),
    'handler must be the function that createWebhookHandler returns; got undefined',
  ],
  [
    () => createRedisDedupeStore(undefined as never),
    'client must be a client of ioredis or node-redis; got undefined',
  ],
])('%o: %s', (act, message) => {
  expect(act).toThrow(
    expect.objectContaining({
      code: 'invalid_options',
      message: expect.stringContaining(`invalid_options: ${message}. Correct the option`) as string,
    }) as Error,
  );
});

test.each([
  [() => verifySync(REQUEST, undefined as never)],
  [handling({ secrets: undefined, on: { inboundMessage: () => undefined } })],
  [handling({ secrets: '' })],
  [handling({ secrets: { account: 'A', secrets: '' } })],
  [handling({ secrets: [{ account: '', secrets: 'a' }] })],
])('secrets that are missing or empty are refused immediately: %o', (act) => {
  expect(act).toThrow(expect.objectContaining({ code: 'missing_secret' }) as Error);
});
