import {
  ConfigurationError,
  createMessagingClient,
  RequestValidationError,
  TransportError,
} from '@messaging-service/sdk';
import { createNodeTransport } from '@messaging-service/sdk/node';
import { strangeOptions, unusualOptions, type Wrong } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';
import { BATCH_UUID, batch, createFullClient, message } from './samples.ts';
import { ACCOUNT_KEY, BASE_URL } from './scripted-service.ts';

const unreachable = async () => {
  throw new TransportError('unreachable', { sent: 'no' });
};
const { messages, batches, accounts, receiptCodes, request, ...client } = createFullClient(BASE_URL, {
  transport: unreachable,
  retry: false,
});

type Wrongs = Readonly<Record<string, Wrong>>;

type Row = [
  name: string,
  call: (options: never) => unknown,
  valid: object,
  wrong: Wrongs,
  error: typeof ConfigurationError | typeof RequestValidationError,
];

const perCall: Wrongs = {
  timeout: ['5s', 'must be in milliseconds'],
  totalTimeout: [null, 'must be in milliseconds'],
  signal: [new AbortController(), 'must be an AbortSignal'],
  headers: [new Map(), 'must be an object of strings'],
  retry: [3, 'must be an object, or false'],
  safeResend: ['yes', 'must be true, false or an object with the function isDuplicate'],
};
const perClient: Wrongs = {
  accountKey: [null, 'must be an API key'],
  organizationKey: ['a b', 'must be an API key'],
  baseUrl: [null, 'must be an absolute'],
  timeout: perCall['timeout'] as Wrong,
  totalTimeout: ['1 min', 'must be in milliseconds'],
  transport: [{}, 'must be a function'],
  fetch: [null, 'must be a function'],
  headers: ['x-tenant: 7', 'must be an object of strings, or a function'],
  retry: ['never', 'must be an object, or false'],
  hooks: [[], 'must be an object, not an instance of Array'],
  unknownFields: ['allow', 'must be "refuse" or "ignore"'],
  unknownValues: [true, 'must be "refuse" or "ignore"'],
  responses: [null, 'must be "lenient" or "strict"'],
  appInfo: [Promise.resolve({}), 'must be an object, not an instance of Promise'],
  allowBrowser: ['yes', 'must be true or false'],
  safeResend: [{}, 'must be true, false or an object with the function isDuplicate'],
  logger: [() => undefined, 'must be an object with the methods debug, info, warn and error'],
  telemetry: [{}, 'must be the module @opentelemetry/api'],
};
const many: Wrongs = {
  ...perCall,
  chunkSize: ['100', 'must be a whole number, at least 1'],
  concurrency: [0, 'must be a whole number, at least 1'],
  maxWait: [null, 'must be in milliseconds'],
  rate: ['fast', 'must be a whole number of messages a second'],
  stopWhen: [true, 'must be a function'],
  onProgress: [null, 'must be a function'],
  defaults: ['none', 'must be an object'],
  dryRun: ['yes', 'must be true or false'],
};
const awaiting: Wrongs = {
  ...perCall,
  details: ['yes', 'must be true or false'],
  until: [true, 'must be a function'],
  interval: ['5s', 'must be in milliseconds'],
  onProgress: [{}, 'must be a function'],
};
const { safeResend: _, ...general } = perCall;
const requesting: Wrongs = {
  ...general,
  query: ['a=1', 'must be an object'],
  body: [() => undefined, 'cannot be written as JSON'],
  key: ['tenant', 'must be "account" or "organization"'],
  idempotent: [1, 'must be true or false'],
};
const connections: Wrongs = {
  maxSockets: ['50', 'must be a whole number, at least 1'],
  idleTimeout: [null, 'must be in milliseconds'],
  agent: [{}, 'must be an Agent of node:http or node:https'],
};
const timeout = { timeout: 5000 };

async function sendMany(options: never) {
  for await (const _result of messages.sendMany([message], options));
}

const ROWS: Row[] = [
  [
    'createMessagingClient',
    createMessagingClient,
    { baseUrl: BASE_URL, accountKey: ACCOUNT_KEY },
    perClient,
    ConfigurationError,
  ],
  ['with', client.with, timeout, perClient, ConfigurationError],
  ['createNodeTransport', createNodeTransport, { maxSockets: 5 }, connections, ConfigurationError],
  [
    'messages.sendOne',
    async (options) => messages.sendOne(message, options),
    { ...timeout, dryRun: true },
    perCall,
    RequestValidationError,
  ],
  [
    'messages.send',
    async (options) => messages.send({ messages: [message] }, options),
    timeout,
    perCall,
    RequestValidationError,
  ],
  ['messages.sendMany', sendMany, timeout, many, RequestValidationError],
  ['batches.send', async (options) => batches.send(batch, options), timeout, perCall, RequestValidationError],
  [
    'batches.receipts',
    async (options) => batches.receipts(BATCH_UUID, options),
    { details: true },
    perCall,
    RequestValidationError,
  ],
  [
    'batches.waitForReceipts',
    async (options) => batches.waitForReceipts(BATCH_UUID, options),
    { timeout: 1 },
    awaiting,
    RequestValidationError,
  ],
  [
    'batches.listPending',
    async (options) => batches.listPending(options),
    timeout,
    perCall,
    RequestValidationError,
  ],
  ['accounts.list', async (options) => accounts.list(options), timeout, perCall, RequestValidationError],
  ['receiptCodes', async (options) => receiptCodes(options), timeout, perCall, RequestValidationError],
  [
    'request',
    async (options) => request('POST', '/batch', options),
    { idempotent: true },
    requesting,
    RequestValidationError,
  ],
];

/** The error of a call, which may throw or reject. */
const errorOf = async (call: Row[1], options: unknown): Promise<unknown> => {
  try {
    await call(options as never);
    return undefined;
  } catch (error) {
    return error;
  }
};

describe.each(ROWS)('%s', (_name, call, valid, wrong, documented) => {
  test.each(strangeOptions(valid, wrong))('refuses $title as options', async ({ options, says }) => {
    const error = await errorOf(call, options);
    expect(error).toBeInstanceOf(documented);
    for (const part of says) expect((error as Error).message).toContain(part);
  });

  test.each(unusualOptions(valid))('accepts %s', async (_title, options) => {
    const error = await errorOf(call, options);
    expect(error).not.toBeInstanceOf(TypeError);
    expect(error).not.toBeInstanceOf(documented);
  });
});
