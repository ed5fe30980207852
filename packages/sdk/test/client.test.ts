import { inspect } from 'node:util';
import { ConfigurationError, createMessagingClient, previewUnits } from '@messaging-service/sdk';
import { describe, expect } from 'vitest';
import { createFullClient, message, queued, samples } from './samples.ts';
import { ACCOUNT_KEY, BASE_URL as baseUrl, ORGANIZATION_KEY, test } from './scripted-service.ts';

function configurationError(options: unknown): ConfigurationError {
  try {
    createMessagingClient(options as { baseUrl: string; accountKey: string });
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
  }
  throw new Error('the options were taken');
}

describe('the keys decide what a client has (KEY-2, KEY-3)', () => {
  const common = ['receiptCodes', 'request', 'with'];

  test.for([
    ['an account key alone: no accounts', { accountKey: ACCOUNT_KEY }, ['batches', 'messages', ...common]],
    [
      'an organization key alone: no messages, no batches',
      { organizationKey: ORGANIZATION_KEY },
      ['accounts', ...common],
    ],
    [
      'both keys: everything',
      { accountKey: ACCOUNT_KEY, organizationKey: ORGANIZATION_KEY },
      ['accounts', 'batches', 'messages', ...common],
    ],
  ] as const)('%s', ([, keys, members]) => {
    const client = createMessagingClient({ baseUrl, ...keys } as { baseUrl: string; accountKey: string });
    expect(Object.keys(client).toSorted()).toEqual(members);
  });

  test('methods work without their object', async ({ service }) => {
    service.answer(200, { messages: [queued] });
    const { sendOne } = createFullClient(service.url).messages;
    expect(await sendOne(message)).toEqual(queued);
  });

  test('the keys cannot be read from the client', () => {
    const client = createFullClient(baseUrl);
    const everything = [
      inspect(client, { depth: Infinity, showHidden: true, getters: true }),
      JSON.stringify(client),
      ...Object.values(client.messages).map(String),
    ].join();
    expect(everything).not.toContain(ACCOUNT_KEY);
    expect(everything).not.toContain(ORGANIZATION_KEY);
  });
});

describe('the base URL (API-1)', () => {
  test.for([
    ['', '/batch'],
    ['/', '/batch'],
    ['///', '/batch'],
    ['/gateway', '/gateway/batch'],
    ['/gateway/v1/', '/gateway/v1/batch'],
    ['/a%20b', '/a%20b/batch'],
  ])('"%s" after the host calls %s', async ([path, called], { service }) => {
    service.answer(200, { batches: [] });
    await createFullClient(service.url + path).batches.listPending();
    expect(service.received[0]?.path).toBe(called);
  });

  test.for([' ', '\t', '\n', '\uFEFF', '\u00A0'])(
    'white space and a byte order mark around it do not matter: %j',
    async (space, { service }) => {
      service.answer(200, { batches: [] });
      await createFullClient(`${space}${service.url}${space}`).batches.listPending();
      expect(service.received[0]?.path).toBe('/batch');
    },
  );

  test('may be a URL object', async ({ service }) => {
    service.answer(200, { batches: [] });
    const client = createMessagingClient({ baseUrl: new URL(service.url), accountKey: ACCOUNT_KEY });
    await client.batches.listPending();
    expect(service.received).toHaveLength(1);
  });

  test.for([
    ['https://user:hunter22@api.messaging.test', 'credentials'],
    ['https://hunter22@api.messaging.test', 'credentials'],
    ['https://api.messaging.test?key=hunter22', 'query'],
    ['https://api.messaging.test/?', 'query'],
    ['https://api.messaging.test#hunter22', 'fragment'],
    ['https://api.messaging.test/#', 'fragment'],
    ['ftp://api.messaging.test', 'http'],
    ['api.messaging.test', 'absolute'],
    ['localhost:4010', 'such as https://'],
    ['', 'absolute'],
    [undefined, 'absolute'],
    [42, 'absolute'],
  ] as const)('%s is refused, and not repeated in the error', ([wrong, word]) => {
    const error = configurationError({ baseUrl: wrong, accountKey: ACCOUNT_KEY });
    expect(error.issues).toEqual([{ path: 'baseUrl', message: expect.stringContaining(word) as string }]);
    expect(inspect(error, { showHidden: true })).not.toContain('hunter22');
  });
});

describe('invalid options are refused by the function itself', () => {
  test.for([
    [{}, 'accountKey'],
    [{ accountKey: undefined, organizationKey: undefined }, 'accountKey'],
    [{ accountKey: '' }, 'accountKey'],
    [{ accountKey: '  ' }, 'accountKey'],
    [{ accountKey: 'a b' }, 'accountKey'],
    [{ accountKey: 'é' }, 'accountKey'],
    [{ accountKey: null }, 'accountKey'],
    [{ organizationKey: '' }, 'organizationKey'],
    [{ accountKey: ACCOUNT_KEY, organizationKey: '' }, 'organizationKey'],
    [{ accountKey: ACCOUNT_KEY, timeout: 0 }, 'timeout'],
    [{ accountKey: ACCOUNT_KEY, timeout: -1 }, 'timeout'],
    [{ accountKey: ACCOUNT_KEY, timeout: Number.NaN }, 'timeout'],
    [{ accountKey: ACCOUNT_KEY, timeout: 2 ** 31 }, 'timeout'],
    [{ accountKey: ACCOUNT_KEY, timeout: '10' }, 'timeout'],
    [{ accountKey: ACCOUNT_KEY, totalTimeout: 0 }, 'totalTimeout'],
    [{ accountKey: ACCOUNT_KEY, totalTimeout: Number.POSITIVE_INFINITY }, 'totalTimeout'],
    [{ accountKey: ACCOUNT_KEY, retry: true }, 'retry'],
    [{ accountKey: ACCOUNT_KEY, retry: null }, 'retry'],
    [{ accountKey: ACCOUNT_KEY, retry: 3 }, 'retry'],
    [{ accountKey: ACCOUNT_KEY, retry: { attempts: 0 } }, 'retry.attempts'],
    [{ accountKey: ACCOUNT_KEY, retry: { attempts: 1.5 } }, 'retry.attempts'],
    [{ accountKey: ACCOUNT_KEY, retry: { attempts: Number.POSITIVE_INFINITY } }, 'retry.attempts'],
    [{ accountKey: ACCOUNT_KEY, retry: { delay: -1 } }, 'retry.delay'],
    [{ accountKey: ACCOUNT_KEY, retry: { maxDelay: Number.NaN } }, 'retry.maxDelay'],
    [{ accountKey: ACCOUNT_KEY, retry: { limit: 3 } }, 'retry.limit'],
    [{ accountKey: ACCOUNT_KEY, hooks: () => undefined }, 'hooks'],
    [{ accountKey: ACCOUNT_KEY, hooks: { onError: true } }, 'hooks.onError'],
    [{ accountKey: ACCOUNT_KEY, hooks: { beforeRequests: () => undefined } }, 'hooks.beforeRequests'],
    [{ accountKey: ACCOUNT_KEY, logger: 'console' }, 'logger'],
    [{ accountKey: ACCOUNT_KEY, logger: null }, 'logger'],
    [{ accountKey: ACCOUNT_KEY, logger: { log: () => undefined } }, 'logger'],
    [{ accountKey: ACCOUNT_KEY, telemetry: true }, 'telemetry'],
    [{ accountKey: ACCOUNT_KEY, telemetry: { trace: {} } }, 'telemetry'],
    [{ accountKey: ACCOUNT_KEY, fetch: 'fetch' }, 'fetch'],
    [{ accountKey: ACCOUNT_KEY, unknownFields: 'allow' }, 'unknownFields'],
    [{ accountKey: ACCOUNT_KEY, unknownValues: 'allow' }, 'unknownValues'],
    [{ accountKey: ACCOUNT_KEY, appInfo: 'shop' }, 'appInfo'],
    [{ accountKey: ACCOUNT_KEY, appInfo: {} }, 'appInfo.name'],
    [{ accountKey: ACCOUNT_KEY, appInfo: { name: 'a\r\nb' } }, 'appInfo.name'],
    [{ accountKey: ACCOUNT_KEY, appInfo: { name: 'shop', version: '1 (2)' } }, 'appInfo.version'],
    [{ accountKey: ACCOUNT_KEY, appInfo: { name: 'shop', site: 'x' } }, 'appInfo.site'],
    [{ accountKey: ACCOUNT_KEY, allowBrowser: 1 }, 'allowBrowser'],
    [{ accountKey: ACCOUNT_KEY, headers: { 'x-note': '✓' } }, 'headers.x-note'],
    [{ accountKey: ACCOUNT_KEY, headers: { 'x note': '1' } }, 'headers.x note'],
    [
      { accountKey: ACCOUNT_KEY, headers: { authorization: `Bearer ${ACCOUNT_KEY}\nx` } },
      'headers.authorization',
    ],
    [{ accountKey: ACCOUNT_KEY, acountKey: ACCOUNT_KEY }, 'acountKey'],
    [{ accountKey: ACCOUNT_KEY, constructor: ACCOUNT_KEY }, 'constructor'],
  ] as const)('%o', ([options, path]) => {
    const error = configurationError({ baseUrl, ...options });
    expect(error.issues.map((issue) => issue.path)).toEqual([path]);
    expect(error).toMatchObject({ name: 'ConfigurationError', attempts: 0, maybeSent: false });
    expect(inspect(error, { showHidden: true })).not.toContain(ACCOUNT_KEY);
  });

  test.each([
    [{ acountKey: 'x' }, 'acountKey is not a known option; did you mean "accountKey"?'],
    [{ baseURL: 'x' }, 'baseURL is not a known option; did you mean "baseUrl"?'],
    [{ retry: { atempts: 2 } }, 'retry.atempts is not a known option; did you mean "attempts"?'],
    [{ verbose: true }, 'verbose is not a known option'],
  ])('an option that does not exist is named, with a similar one: %j', (options, sentence) => {
    const error = configurationError({ baseUrl, accountKey: ACCOUNT_KEY, ...options });
    expect(error.issues.map(({ path, message }) => `${path} ${message}`)).toEqual([sentence]);
  });

  test.each([
    [{}, ['accountKey', 'baseUrl']],
    [{ baseUrl, apiKey: ACCOUNT_KEY }, ['accountKey', 'apiKey']],
    [{ baseUrl, acountKey: ACCOUNT_KEY }, ['accountKey', 'acountKey']],
    [{ accountKey: ACCOUNT_KEY, timeout: 0, transport: fetch, fetch }, ['fetch', 'baseUrl', 'timeout']],
  ])('%o: a missing key and other invalid options are reported together', (options, paths) => {
    expect(configurationError(options).issues.map(({ path }) => path)).toEqual(paths);
  });

  test.each([
    [Promise.resolve({ baseUrl, accountKey: ACCOUNT_KEY }), 'Promise'],
    [new Map([['baseUrl', baseUrl]]), 'Map'],
    [new URL(baseUrl), 'URL'],
  ])('%o is something other than options', (options, kind) => {
    expect(configurationError(options).message).toBe(
      `Invalid client options: options must be an object, not an instance of ${kind}`,
    );
  });

  test.each([
    [`${ACCOUNT_KEY}\n`, 'U+000A'],
    [`\uFEFF${ACCOUNT_KEY}`, 'U+FEFF'],
  ])('a key from a file, such as %j: what is invisible is named', (accountKey, found) => {
    const error = configurationError({ baseUrl, accountKey });
    expect(error.message).toContain(`without spaces; it contains the invisible ${found}`);
  });

  test.for([
    [undefined, 'undefined'],
    [null, 'null'],
    ['https://api.messaging.test', 'a string'],
  ])('%o instead of options', ([options, kind]) => {
    expect(configurationError(options).message).toBe(
      `Invalid client options: options must be an object, not ${kind}`,
    );
  });

  test('options that are inherited are checked like any others', () => {
    class Configuration {
      readonly baseUrl = baseUrl;
      get accountKey(): string {
        return '';
      }
    }
    expect(configurationError(new Configuration()).issues).toMatchObject([{ path: 'accountKey' }]);
    const inherited: unknown = Object.create({ baseUrl, accountKey: ACCOUNT_KEY, timeout: -1 });
    expect(configurationError(inherited).issues).toMatchObject([{ path: 'timeout' }]);
  });

  test('an option that is undefined counts as not set', async ({ service }) => {
    service.answer(200, samples['batches.listPending'].answer);
    const names = [
      'fetch',
      'timeout',
      'unknownFields',
      'totalTimeout',
      'retry',
      'hooks',
      'logger',
      'telemetry',
    ];
    const nothing = Object.fromEntries(names.map((name) => [name, undefined]));
    await createFullClient(service.url, nothing).batches.listPending();
    expect(service.received).toHaveLength(1);
  });
});

test('previewUnits returns the cost of a text before it is sent (MSG-11)', () => {
  const preview = { encoding: 'GSM-7', units: 1, length: 19, remaining: 141 };
  expect(previewUnits('Your table is ready')).toEqual(preview);
});
