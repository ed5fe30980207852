import { inspect } from 'node:util';
import { ConfigurationError, createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
import { VERSION } from '@messaging-service/sdk/core';
import { throwing } from '@messaging-service/test-support';
import { describe, expect, vi } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { createFullClient, failureOf, message, queued } from './samples.ts';
import { ACCOUNT_KEY, BASE_URL as baseUrl, ORGANIZATION_KEY, test } from './scripted-service.ts';

const loggerOfSpies = () => ({
  debug: vi.fn<() => void>(),
  info: vi.fn<() => void>(),
  warn: vi.fn<() => void>(),
  error: vi.fn<() => void>(),
});

describe('client.with', () => {
  test('changes some options and keeps the others, and the first client does not change', async ({
    service,
  }) => {
    service.answer(200, { batches: [] });
    const headers = { 'x-app': 'one' };
    const client = createFullClient(service.url, { headers });
    const tenant = client.with({ accountKey: 'tenantkey', headers: { 'x-tenant': 'two' } });
    await tenant.batches.listPending();
    await tenant.with({ timeout: 5000 }).batches.listPending();
    await client.batches.listPending();
    expect(
      service.received.map(({ query, headers }) => [query.key, headers['x-app'], headers['x-tenant']]),
    ).toEqual([
      ['tenantkey', undefined, 'two'],
      ['tenantkey', undefined, 'two'],
      [ACCOUNT_KEY, 'one', undefined],
    ]);
  });

  test('the other key adds its operations', async ({ service }) => {
    service.answer(200, { accounts: [] });
    const client = createMessagingClient({ baseUrl: service.url, accountKey: ACCOUNT_KEY });
    expect('accounts' in client.with({})).toBe(false);
    await client.with({ organizationKey: ORGANIZATION_KEY }).accounts.list();
    expect(service.received[0]?.query.key).toBe(ORGANIZATION_KEY);
  });

  test('shares the transport, and a new one takes its place, also given as fetch', async () => {
    const calls: string[] = [];
    const reply = (name: string) => async () => {
      calls.push(name);
      return { status: 200, headers: {}, text: '{"batches":[]}' };
    };
    const fetch = async () => {
      calls.push('fetch');
      return Response.json({ batches: [] });
    };
    const client = createFullClient(baseUrl, { transport: reply('first') });
    await client.with({ timeout: 1 }).batches.listPending();
    await client.with({ transport: reply('second') }).batches.listPending();
    await client
      .with({ fetch })
      .with({ transport: reply('third') })
      .batches.listPending();
    await client.with({ fetch }).batches.listPending();
    expect(calls).toEqual(['first', 'second', 'third', 'fetch']);
  });

  test('members of retry are merged, and undefined changes nothing', async ({ service }) => {
    service.script((response) => response.writeHead(429).end());
    const client = createFullClient(service.url, { retry: { attempts: 2, delay: 0 } });
    const changed = client.with({ retry: { maxDelay: 0 }, accountKey: undefined });
    expect(await failureOf(changed.batches.listPending())).toMatchObject({ attempts: 2 });
    expect(await failureOf(client.with({ retry: false }).batches.listPending())).toMatchObject({
      attempts: 1,
    });
  });

  test('later changes of the caller’s options do not reach it', async ({ service }) => {
    service.answer(200, { batches: [] });
    const options = { baseUrl: service.url, accountKey: ACCOUNT_KEY };
    const client = createMessagingClient(options);
    options.accountKey = 'changed';
    await client.with({ timeout: 5000 }).batches.listPending();
    expect(service.received[0]?.query.key).toBe(ACCOUNT_KEY);
  });

  test.for([[{ timeout: 0 }], [{ timeOut: 1 }], [{ accountKey: '' }], [null], ['x']] as const)(
    'refuses %j',
    ([changes]) => {
      const client = createFullClient(baseUrl);
      expect(() => client.with(changes as object)).toThrow(ConfigurationError);
    },
  );
});

describe('settings from the environment', () => {
  const environment = { MESSAGING_BASE_URL: baseUrl, MESSAGING_ACCOUNT_KEY: ACCOUNT_KEY };

  test('are options of a client', () => {
    const all = {
      ...environment,
      MESSAGING_ORGANIZATION_KEY: ` ${ORGANIZATION_KEY}\n`,
      MESSAGING_TIMEOUT: '5000',
      MESSAGING_TOTAL_TIMEOUT: '20000',
      MESSAGING_RETRY_ATTEMPTS: '5',
      MESSAGING_OTHER: 'x',
    };
    expect(optionsFromEnvironment(all, 'both')).toEqual({
      baseUrl,
      accountKey: ACCOUNT_KEY,
      organizationKey: ORGANIZATION_KEY,
      timeout: 5000,
      totalTimeout: 20_000,
      retry: { attempts: 5 },
    });
    expect(
      createMessagingClient(optionsFromEnvironment({ ...environment, MESSAGING_TIMEOUT: '' })),
    ).toHaveProperty('messages.sendOne');
  });

  test('are those of the process by default', () => {
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    // Members that are undefined would replace those of `{ timeout: 500, ...optionsFromEnvironment() }`.
    expect(optionsFromEnvironment()).toStrictEqual({ baseUrl, accountKey: ACCOUNT_KEY });
  });

  test.for([
    [{}, 'account', ['MESSAGING_BASE_URL', 'MESSAGING_ACCOUNT_KEY']],
    [environment, 'organization', ['MESSAGING_ORGANIZATION_KEY']],
    [environment, 'both', ['MESSAGING_ORGANIZATION_KEY']],
    [{ ...environment, MESSAGING_ACCOUNT_KEY: 'hunter 22' }, 'account', ['MESSAGING_ACCOUNT_KEY']],
    [{ ...environment, MESSAGING_BASE_URL: 'https://hunter22@a.test' }, 'account', ['MESSAGING_BASE_URL']],
    [{ ...environment, MESSAGING_TIMEOUT: 'hunter22' }, 'account', ['MESSAGING_TIMEOUT']],
    [{ ...environment, MESSAGING_TOTAL_TIMEOUT: '-1' }, 'account', ['MESSAGING_TOTAL_TIMEOUT']],
    [{ ...environment, MESSAGING_RETRY_ATTEMPTS: '0' }, 'account', ['MESSAGING_RETRY_ATTEMPTS']],
  ] as const)('%j for %s: the error names the variable, not its value', ([env, keys, names]) => {
    const read = optionsFromEnvironment as (env: object, keys: string) => unknown;
    try {
      read(env, keys);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigurationError);
      expect((error as ConfigurationError).issues.map(({ path }) => path)).toEqual(names);
      for (const name of names) expect((error as Error).message).toContain(name);
      expect(inspect(error)).not.toMatch(/hunter/);
    }
  });
});

describe('MESSAGING_DEBUG', () => {
  const spies = () =>
    (['debug', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name).mockReturnValue());

  test('set to 1, a client without a logger logs to the console, without keys', async ({ service }) => {
    service.answer(200, { messages: [queued] });
    vi.stubEnv('MESSAGING_DEBUG', '1');
    const [debug, info] = spies();
    await createFullClient(service.url).messages.sendOne(message);
    expect(debug).toHaveBeenCalledOnce();
    expect(info).toHaveBeenCalledOnce();
    expect(inspect([debug?.mock.calls, info?.mock.calls], { depth: 9 })).not.toContain(ACCOUNT_KEY);
  });

  test.for(['', '0'])('set to "%s", it does not', async (value, { service }) => {
    service.answer(200, { messages: [queued] });
    vi.stubEnv('MESSAGING_DEBUG', value);
    const all = spies();
    await createFullClient(service.url).messages.sendOne(message);
    for (const spy of all) expect(spy).not.toHaveBeenCalled();
  });

  test('a logger of the caller has precedence', async ({ service }) => {
    service.answer(200, { messages: [queued] });
    vi.stubEnv('MESSAGING_DEBUG', '1');
    const all = spies();
    const logger = loggerOfSpies();
    await createFullClient(service.url, { logger }).messages.sendOne(message);
    expect(logger.debug).toHaveBeenCalledOnce();
    for (const spy of all) expect(spy).not.toHaveBeenCalled();
  });

  test('a client works in a runtime in which the environment cannot be read', () => {
    const fail = throwing(new Error('no'));
    vi.stubGlobal('process', { env: new Proxy({}, { get: fail }), versions: {}, getBuiltinModule: fail });
    const client = createFullClient(baseUrl);
    vi.unstubAllGlobals();
    expect(client).toHaveProperty('messages');
  });
});

describe('user-agent', () => {
  test('the version is that of the package', () => {
    expect(VERSION).toBe(manifest.version);
  });

  test.for([
    [undefined, ''],
    [{ name: 'shop' }, ' (shop)'],
    [{ name: 'shop', version: '1.2' }, ' (shop/1.2)'],
    [{ name: 'shop', version: '1.2', url: 'https://shop.test' }, ' (shop/1.2; https://shop.test)'],
  ] as const)('%j', async ([appInfo, comment], { service }) => {
    service.answer(200, { batches: [] });
    await createFullClient(service.url, { appInfo }).batches.listPending();
    const expected = `messaging-service-sdk/${VERSION}${comment} node/${process.versions.node}`;
    expect(service.received[0]?.headers['user-agent']).toBe(expected);
  });

  test('later changes of the object with the headers have no effect', async ({ service }) => {
    service.answer(200, { batches: [] });
    const headers = { 'x-app': 'one' };
    const client = createFullClient(service.url, { headers });
    headers['x-app'] = 'two';
    await client.batches.listPending();
    expect(service.received[0]?.headers['x-app']).toBe('one');
  });

  test('headers of the caller have precedence', async ({ service }) => {
    service.answer(200, { batches: [] });
    await createFullClient(service.url, { headers: { 'User-Agent': 'own' } }).batches.listPending();
    expect(service.received[0]?.headers['user-agent']).toBe('own');
  });

  test('is not sent in a browser', async ({ service }) => {
    service.answer(200, { batches: [] });
    vi.stubGlobal('document', {});
    const client = createFullClient(service.url);
    vi.unstubAllGlobals();
    await client.batches.listPending();
    expect(service.received[0]?.headers['user-agent']).not.toContain('messaging-service-sdk');
  });
});

describe('a key in a browser', () => {
  /** The warning appears once for each copy of the package, so every test loads its own. */
  async function inBrowser(options: object): Promise<number> {
    vi.resetModules();
    const { createMessagingClient: create } = await import('@messaging-service/sdk');
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    vi.stubGlobal('document', {});
    for (let i = 0; i < 2; i++) create({ baseUrl, accountKey: ACCOUNT_KEY, ...options });
    vi.unstubAllGlobals();
    expect(JSON.stringify(warn.mock.calls)).not.toContain(ACCOUNT_KEY);
    return warn.mock.calls.length;
  }

  test('causes one warning', async () => {
    expect(await inBrowser({})).toBe(1);
  });

  test.for(['http://localhost:4010', 'http://127.0.0.1:1', 'http://[::1]:1', 'http://api.localhost'])(
    'causes no warning at the local address %s',
    async (local) => {
      expect(await inBrowser({ baseUrl: local })).toBe(0);
    },
  );

  test('causes no warning with allowBrowser: true', async () => {
    expect(await inBrowser({ allowBrowser: true })).toBe(0);
  });

  test('is reported to the logger where there is one, even one that throws', async () => {
    const warn = vi.fn<() => void>(throwing(new Error('no')));
    expect(await inBrowser({ logger: { ...loggerOfSpies(), warn } })).toBe(0);
    expect(warn).toHaveBeenCalledOnce();
  });

  test('outside a browser there is no warning', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    createFullClient(baseUrl);
    expect(warn).not.toHaveBeenCalled();
  });
});

describe('unknownValues', () => {
  const newer = [
    { channels: ['whatsapp'] },
    { from: { type: 'alphanumeric', value: 'X' } },
    { to: '60777' },
  ] as const;

  test.for(newer)("%j is sent with 'ignore', and refused without", async (part, { service }) => {
    service.answer(200, { messages: [{ ...queued, ...('to' in part ? part : {}) }] });
    const client = createFullClient(service.url);
    expect(await failureOf(client.messages.sendOne({ ...message, ...part } as never))).toMatchObject({
      name: 'RequestValidationError',
    });
    await client.with({ unknownValues: 'ignore' }).messages.sendOne({ ...message, ...part });
    expect(service.received).toHaveLength(1);
    expect(service.received[0]?.body).toMatchObject({ messages: [part] });
  });
});

test('a Temporal time can be given wherever a Date can', async ({ service }) => {
  // Its value is a getter of its class, as in the standard.
  class Instant {
    get epochMilliseconds(): number {
      return Date.UTC(2030, 0, 1, 9);
    }
  }
  const time = new Instant();
  service.answer(200, { messages: [queued] });
  const client = createFullClient(service.url);
  await client.messages.sendOne({ ...message, send_at: time });
  await client.messages.send({ messages: [message], defaults: { send_at: time } });
  for await (const _ of client.messages.sendMany([{ ...message, send_at: time }]));
  service.answer(200, { identifier: queued.batchUuid });
  await client.batches.send({ from: 'DEMO', message: 'x', destinations: ['447700900123'], at: time });
  expect(
    JSON.stringify(service.received.map(({ body }) => body)).match(/2030-01-01T09:00:00.000Z/g),
  ).toHaveLength(5);
});
