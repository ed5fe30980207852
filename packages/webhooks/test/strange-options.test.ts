import { strangeOptions, unusualOptions, type Wrong } from '@messaging-service/test-support';
import {
  createMemoryDedupeStore,
  createWebhookHandler,
  sign,
  signSync,
  signTestWebhook,
  verify,
  verifySync,
  WebhookVerificationError,
} from '@messaging-service/webhooks';
import { toKoaMiddleware, toNodeListener } from '@messaging-service/webhooks/node';
import { createRedisDedupeStore } from '@messaging-service/webhooks/redis';
import { describe, expect, test } from 'vitest';
import { signed } from './requests.ts';
import { inboundMessage, SECRET, SENT_AT } from './samples.ts';

const REQUEST = signed(JSON.stringify(inboundMessage));
const HANDLER = createWebhookHandler({ secrets: SECRET, on: {} });
const REDIS = { eval: async () => 'claimed', defineCommand: () => undefined };

type Row = [
  name: string,
  call: (options: never) => unknown,
  valid: object,
  wrong: Readonly<Record<string, Wrong>>,
];

const verification: Row['3'] = {
  tolerance: ['5 minutes', 'must be a number of seconds or false; got "5 minutes"'],
  now: [new Date(), 'must be a number of milliseconds; got an instance of Date'],
  environment: [null, 'must be one or more strings, not empty; got null'],
};
const times: Row['3'] = {
  lifetime: ['1 day', 'must be at least 3600 seconds; got "1 day"'],
  lease: [null, 'must be more than 0 seconds and at most the lifetime; got null'],
};
const signature: Row['3'] = {
  environment: [null, 'must be printable ASCII without spaces at its ends, and not empty; got null'],
  timestamp: [new Date(), 'must be 1 to 15 digits; got an instance of Date'],
};
const path: Row['3'] = { path: [['/webhook'], 'must be a path that begins with a slash'] };
const secrets = { secrets: SECRET, now: SENT_AT };
const signing = { secret: SECRET, environment: 'test' };

const ROWS: Row[] = [
  ['verify', async (options) => verify(REQUEST, options), secrets, verification],
  ['verifySync', (options) => verifySync(REQUEST, options), secrets, verification],
  ['sign', sign, { ...signing, body: '{}' }, signature],
  ['signSync', signSync, { ...signing, body: '{}' }, signature],
  ['signTestWebhook', async (options) => signTestWebhook('{}', options), signing, signature],
  [
    'createWebhookHandler',
    createWebhookHandler,
    { secrets: SECRET, on: {} },
    {
      ...verification,
      on: [null, 'must be an object, not null'],
      policy: ['signed-only', 'must be an object, not a string'],
      dedupe: [new Map(), 'must be a dedupe store or false; got an instance of Map'],
      storeTimeout: ['3', 'must be more than 0 and at most 5 seconds; got "3"'],
      waitUntil: ['later', 'must be a function; got "later"'],
      onMismatch: [{}, 'must be a function; got an object'],
      onError: [null, 'must be a function; got null'],
    },
  ],
  [
    'createMemoryDedupeStore',
    createMemoryDedupeStore,
    { lifetime: 7200 },
    { ...times, maxKeys: ['all', 'must be at least 1; got "all"'], now: [0, 'must be a function; got 0'] },
  ],
  [
    'createRedisDedupeStore',
    (options) => createRedisDedupeStore(REDIS, options),
    { prefix: 'shop:' },
    { ...times, prefix: [7, 'must be a string; got 7'] },
  ],
  ['toNodeListener', (options) => toNodeListener(HANDLER, options), { path: '/webhook' }, path],
  ['toKoaMiddleware', (options) => toKoaMiddleware(HANDLER, options), { path: '/webhook' }, path],
];

describe.each(ROWS)('%s', (_name, call, valid, wrong) => {
  test.each(strangeOptions(valid, wrong))('refuses $title as options', async ({ options, says }) => {
    const error: unknown = await (async () => call(options as never))().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WebhookVerificationError);
    const { code, message } = error as WebhookVerificationError;
    // No secret is a known code of its own.
    expect(code).toBe('invalid_options');
    for (const part of says) expect(message).toContain(part);
  });

  test.each(unusualOptions(valid))('accepts %s', async (_title, options) => {
    await call(options as never);
  });
});
