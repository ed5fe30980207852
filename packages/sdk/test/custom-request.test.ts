import { InvalidKeyError, RequestValidationError, UnexpectedResponseError } from '@messaging-service/sdk';
import { describe, expect } from 'vitest';
import { BATCH_UUID, createFullClient, failureOf } from './samples.ts';
import { ACCOUNT_KEY, ORGANIZATION_KEY, test } from './scripted-service.ts';

describe('a request that the client has no method for', () => {
  test('has the requested method, path, query and body, and the account’s key', async ({ service }) => {
    service.answer(201, { created: true });
    const client = createFullClient(service.url);
    const query = { page: 2, all: true, dryRun: false, 'a&b': 'c d', none: undefined };
    expect(await client.request('POST', '/templates/a%2Fb', { query, body: { name: 'x' } })).toEqual({
      created: true,
    });
    expect(service.received).toMatchObject([
      {
        method: 'POST',
        path: '/templates/a%2Fb',
        query: { key: ACCOUNT_KEY, page: '2', all: 'true', dryRun: 'false', 'a&b': 'c d' },
        body: { name: 'x' },
        headers: expect.objectContaining({ 'content-type': 'application/json' }) as unknown,
      },
    ]);
  });

  test('uses the requested key', async ({ service }) => {
    service.answer(200, []);
    await createFullClient(service.url).request('GET', '/account', { key: 'organization' });
    expect(service.received[0]?.query).toEqual({ key: ORGANIZATION_KEY });
    const { with: change } = createFullClient(service.url);
    await change({}).request('GET', '/batch');
    expect(service.received[1]?.query).toEqual({ key: ACCOUNT_KEY });
  });

  test('may be one of the operations that the client has', async ({ service }) => {
    service.answer(200, { counts: { total: '?' } });
    const path = `/batch/${BATCH_UUID}`;
    expect(await createFullClient(service.url).request('GET', path)).toEqual({ counts: { total: '?' } });
  });

  test('has withResponse, and an empty body is undefined', async ({ service }) => {
    service.script((response) => response.writeHead(204).end());
    const result = await createFullClient(service.url).request('DELETE', '/templates/1').withResponse();
    expect(result).toMatchObject({ data: undefined, status: 204, attempts: 1 });
  });

  test('is seen by hooks, with its path', async ({ service }) => {
    service.answer(200, {});
    const seen: unknown[] = [];
    const hooks = {
      beforeRequest: ({ operation, url }: { operation: string; url: string }) => seen.push(operation, url),
    };
    await createFullClient(service.url, { hooks }).request('PUT', '/x', { body: null });
    expect(seen).toEqual(['PUT /x', `${service.url}/x?key=[redacted]`]);
    expect(service.received[0]?.body).toBe(null);
  });

  test.for([
    ['GET', undefined, 3],
    ['HEAD', undefined, 3],
    ['PUT', undefined, 3],
    ['DELETE', undefined, 3],
    ['POST', undefined, 1],
    ['PATCH', undefined, 1],
    ['POST', true, 3],
    ['GET', false, 1],
  ] as const)(
    '%s with idempotent %s is sent %i times after lost responses',
    async ([method, idempotent, sent], { service }) => {
      service.script((response) => response.destroy());
      const error = await failureOf(createFullClient(service.url).request(method, '/x', { idempotent }));
      expect(error).toMatchObject({ name: 'ConnectionError', attempts: sent, maybeSent: true });
      expect(service.received).toHaveLength(sent);
    },
  );

  test('fails with the errors of any call', async ({ service }) => {
    const client = createFullClient(service.url);
    service.answer(401, { message: 'who?' });
    const error = await failureOf(client.request('GET', '/x'));
    expect(error).toBeInstanceOf(InvalidKeyError);
    expect(error).toMatchObject({ message: 'GET /x returned 401: who?' });
    service.answer(200, '<html>');
    expect(await failureOf(client.request('GET', '/x'))).toBeInstanceOf(UnexpectedResponseError);
    const signal = AbortSignal.abort();
    expect(await failureOf(client.request('GET', '/x', { signal }))).toMatchObject({ name: 'AbortError' });
  });
});

describe('a request that is wrong is not sent', () => {
  test.for([
    ['method', ['get', '/x']],
    ['method', ['CONNECT', '/x']],
    ['method', [undefined, '/x']],
    ['path', ['GET', 'x']],
    ['path', ['GET', '']],
    ['path', ['GET', undefined]],
    ['path', ['GET', 'https://example.com/']],
    ['path', ['GET', '/x?a=1']],
    ['path', ['GET', '/x#a']],
    ['path', ['GET', '/a/../b']],
    ['path', ['GET', '/a/..']],
    ['path', ['GET', '/a/%2E%2e/b']],
    ['path', ['GET', '/./b']],
    ['path', ['GET', '/a\\b']],
    ['path', ['GET', '/a b']],
    ['path', ['GET', '/a\u0000']],
    ['path', ['GET', '/batch/{batchUuid}']],
    ['path', ['GET', `/x/${ACCOUNT_KEY}`]],
    ['options', ['GET', '/x', 3]],
    ['options', ['GET', '/x', null]],
    ['query', ['GET', '/x', { query: 'a=1' }]],
    ['query.key', ['GET', '/x', { query: { key: 'k' } }]],
    ['query.a', ['GET', '/x', { query: { a: {} } }]],
    ['query.a', ['GET', '/x', { query: { a: null } }]],
    ['body', ['GET', '/x', { body: {} }]],
    ['body', ['POST', '/x', { body: () => 1 }]],
    ['', ['POST', '/x', { body: 1n }]],
    ['key', ['GET', '/x', { key: 'other' }]],
    ['idempotent', ['GET', '/x', { idempotent: 1 }]],
    ['timeOut', ['GET', '/x', { timeOut: 1 }]],
    ['timeout', ['GET', '/x', { timeout: 0 }]],
  ] as const)('the %s that is wrong, case %#', async ([path, args], { service }) => {
    const errors: unknown[] = [];
    const hooks = { onError: ({ error }: { error: unknown }) => errors.push(error) };
    const { request } = createFullClient(service.url, { hooks });
    const error = await failureOf((request as (...args: readonly unknown[]) => Promise<unknown>)(...args));
    expect(error).toBeInstanceOf(RequestValidationError);
    expect(error).toMatchObject({ issues: [{ path }], attempts: 0, maybeSent: false });
    expect(errors).toEqual([error]);
    expect((error as Error).message).not.toContain(ACCOUNT_KEY);
    expect(service.received).toEqual([]);
  });

  test('a key that the client does not have', async ({ service }) => {
    const { createMessagingClient } = await import('@messaging-service/sdk');
    const client = createMessagingClient({ baseUrl: service.url, accountKey: ACCOUNT_KEY });
    const error = await failureOf(client.request('GET', '/account', { key: 'organization' }));
    expect(error).toMatchObject({ issues: [{ path: 'key' }] });
    expect(service.received).toEqual([]);
  });
});
