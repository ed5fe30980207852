import { NoResponse, ServiceClient } from '@messaging-service/conformance/core';
import { describe, expect, test, vi } from 'vitest';
import { always, serveStrangely } from './strange-service.ts';

const ACCOUNT_KEY = '0123456789abcdef0123456789abcdef';
const ORGANIZATION_KEY = 'fedcba9876543210fedcba9876543210';
const keys = { accountKey: ACCOUNT_KEY, organizationKey: ORGANIZATION_KEY };

const clientOf = (baseUrl: string) => new ServiceClient({ baseUrl, keys });

/** The error of a call. */
function failure(baseUrl: string): Promise<unknown> {
  return clientOf(baseUrl)
    .call('batches.listPending')
    .then(
      () => expect.unreachable('the call succeeded'),
      (error: unknown) => error,
    );
}

describe('a request', () => {
  test.each([
    ['batches.listPending', `GET /batch?key=${ACCOUNT_KEY}`],
    ['accounts.list', `GET /account?key=${ORGANIZATION_KEY}`],
    ['receiptCodes.list', `GET /dr-responses?key=${ACCOUNT_KEY}`],
  ] as const)('%s has the method, the path and the key of its operation', async (name, expected) => {
    const { url, requests } = await serveStrangely(always(200, '[]'));
    await clientOf(url).call(name);
    expect(requests).toEqual([expected]);
  });

  test('has the key that the case chooses, or none', async () => {
    const { url, requests } = await serveStrangely(always(200, '[]'));
    await clientOf(url).call('batches.listPending', { key: 'another' });
    await clientOf(url).call('batches.listPending', { key: null });
    expect(requests).toEqual(['GET /batch?key=another', 'GET /batch?']);
  });

  test('fills the placeholders of its path, and escapes them', async () => {
    const { url, requests } = await serveStrangely(always(200, '{}'));
    await clientOf(url).call('batches.receipts', { path: { batchUuid: 'a/b' }, query: { details: 'true' } });
    expect(requests).toEqual([`GET /batch/a%2Fb?details=true&key=${ACCOUNT_KEY}`]);
  });

  test.each(['', '/', '//', '/v1', '/v1/'])('is below the base URL with the path "%s"', async (path) => {
    const { url, requests } = await serveStrangely(always(200, '{}'));
    await clientOf(url + path).call('batches.listPending');
    expect(requests).toEqual([`GET ${path.replace(/\/+$/, '')}/batch?key=${ACCOUNT_KEY}`]);
  });

  test('has a content type only with a body, and raw text is sent unchanged', async () => {
    const seen: unknown[] = [];
    const { url } = await serveStrangely((request, response) => {
      seen.push(request.headers['content-type']);
      response.end('{}');
    });
    const client = clientOf(url);
    await client.call('batches.listPending');
    await client.call('messages.send', { body: { messages: [] } });
    await client.call('messages.send', { text: '{"messages": [' });
    expect(seen).toEqual([undefined, 'application/json', 'application/json']);
  });
});

describe('a response', () => {
  test.each([200, 204, 302, 400, 429, 500, 503])(
    'with status %i is returned after a single request, because a retry would hide it',
    async (status) => {
      const { url, requests } = await serveStrangely(always(status, '', { 'retry-after': '0' }));
      expect(await clientOf(url).call('batches.listPending')).toMatchObject({ status, text: '' });
      expect(requests).toHaveLength(1);
    },
  );

  test('that redirects is not followed, because the key would reach another server', async () => {
    const other = await serveStrangely(always(200, '{"batches":[]}'));
    const { url } = await serveStrangely(
      always(307, '', { location: `${other.url}/batch?key=${ACCOUNT_KEY}` }),
    );
    expect(await clientOf(url).call('batches.listPending')).toMatchObject({ status: 307 });
    expect(other.requests).toEqual([]);
  });

  test.each([
    ['JSON', '{"a":[1]}', { a: [1] }],
    ['null', 'null', null],
    ['HTML', '<html></html>', undefined],
    ['JSON that is cut', '{"a":', undefined],
    ['nothing', '', undefined],
  ])('with %s has the parsed body %o', async (_, text, body) => {
    const { url } = await serveStrangely(always(200, text));
    expect(await clientOf(url).call('batches.listPending')).toEqual({
      operation: 'batches.listPending',
      status: 200,
      text,
      body,
    });
  });
});

describe('a service that does not respond', () => {
  test('because it refuses the connection, is reported with the reason and without the key', async () => {
    const error = await failure('http://127.0.0.1:1');
    expect(error).toBeInstanceOf(NoResponse);
    expect((error as Error).message).toMatch(/^batches\.listPending got no response: /);
    expect((error as Error).message).not.toContain(ACCOUNT_KEY);
  });

  test('with a whole body, because the connection breaks, is reported', async () => {
    const { url } = await serveStrangely((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"batches":');
      setImmediate(() => response.destroy());
    });
    expect(await failure(url)).toBeInstanceOf(NoResponse);
  });

  test('in time is given up after 30 seconds', async () => {
    vi.useFakeTimers();
    const fetch = vi.fn<typeof globalThis.fetch>(() => new Promise(() => undefined));
    const client = new ServiceClient({ baseUrl: 'https://service.test', keys, fetch });
    const ended = client.call('batches.listPending').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(29_999);
    const early = await Promise.race([ended, Promise.resolve('waiting')]);
    expect(early).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    const error = (await ended) as Error;
    expect(error).toBeInstanceOf(NoResponse);
    expect(error.message).toMatch(/^batches\.listPending got no response: Request timed out/);
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
