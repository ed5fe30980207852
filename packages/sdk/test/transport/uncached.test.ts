import ky from 'ky';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const batches = () => Response.json({ batches: [] });

beforeEach(() => {
  // Each test asks the runtime again.
  vi.resetModules();
});

afterEach(() => vi.unstubAllGlobals());

/** The second argument of the `fetch` of a call. */
async function initOfCall(options: object = {}) {
  const { createMessagingClient } = await import('@messaging-service/sdk');
  const fetch = vi.fn(async (..._: unknown[]) => batches());
  const client = createMessagingClient({
    baseUrl: 'https://api.messaging.test',
    accountKey: '0123456789abcdef0123456789abcdef',
    fetch,
    ...options,
  });
  await client.batches.listPending();
  return fetch.mock.calls[0]?.[1] as RequestInit & { next?: unknown };
}

describe('no cache answers a call or stores its response', () => {
  test('a fetch of the caller gets no-store', async () => {
    expect(await initOfCall()).toMatchObject({ cache: 'no-store' });
  });

  test('the global fetch gets no-store', async () => {
    const fetch = vi.fn(async (..._: unknown[]) => batches());
    vi.stubGlobal('fetch', fetch);
    await initOfCall({ fetch: undefined });
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ cache: 'no-store' });
  });

  test('an instance of ky gets no-store', async () => {
    const { createKyTransport } = await import('@messaging-service/sdk/ky');
    const fetch = vi.fn(async (request: unknown) => {
      expect((request as Request).cache).toBe('no-store');
      return batches();
    });
    await initOfCall({ fetch: undefined, transport: createKyTransport(ky.create({ fetch })) });
    expect(fetch).toHaveBeenCalledOnce();
  });

  test.for([
    [
      'refuses the member, like an older workerd',
      () => {
        throw new Error("The 'cache' field on 'RequestInitializerDict' is not implemented.");
      },
    ],
    ['adds a parameter to the query instead', (url: string) => ({ url: `${url}?_=1` })],
  ] as const)('it is left out where Request %s', async ([, create]) => {
    // Arrow functions are no constructors.
    function FakeRequest(url: string): object {
      return create(url);
    }
    vi.stubGlobal('Request', FakeRequest);
    expect(await initOfCall()).not.toHaveProperty('cache');
  });

  test('it is set where there is no Request, because plain data needs none', async () => {
    vi.stubGlobal('Request', undefined);
    expect(await initOfCall()).toMatchObject({ cache: 'no-store' });
  });

  test.for([
    ['force-cache', { internal: true }],
    ['only-cache', { internal: true }],
    ['default-cache', undefined],
    [undefined, undefined],
  ] as const)('with fetchCache = %s of Next.js, the member next is %o', async ([fetchCache, next]) => {
    const patched = { __nextGetStaticStore: () => ({ getStore: () => ({ fetchCache }) }) };
    vi.stubGlobal(
      'fetch',
      Object.assign(async () => batches(), patched),
    );
    const { cache, next: set } = await initOfCall();
    expect([cache, set]).toEqual(['no-store', next]);
  });
});

describe('the error by which a framework stops a rendering', () => {
  const signal = Object.assign(new Error('Dynamic server usage: no-store fetch'), {
    digest: 'DYNAMIC_SERVER_USAGE',
  });

  test('keeps the digest by which the framework recognizes it, and is not repeated', async () => {
    const { createMessagingClient, ConnectionError } = await import('@messaging-service/sdk');
    const fetch = vi.fn(() => Promise.reject(signal));
    const client = createMessagingClient({
      baseUrl: 'https://api.messaging.test',
      accountKey: '0123456789abcdef0123456789abcdef',
      fetch,
      retry: { delay: 0 },
    });
    const error: unknown = await client.batches.listPending().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ digest: 'DYNAMIC_SERVER_USAGE', attempts: 1 });
    expect(Object.keys(error as object)).not.toContain('digest');
    expect(fetch).toHaveBeenCalledOnce();
  });
});
