import { createMessagingClient } from '@messaging-service/sdk';
import { describe, expect } from 'vitest';
import {
  ACCOUNT_UUID,
  BATCH_UUID,
  createFullClient,
  message,
  operationCount,
  operations,
  samples,
} from './samples.ts';
import { ACCOUNT_KEY, ORGANIZATION_KEY, test } from './scripted-service.ts';

const onTheWire: Readonly<Record<keyof typeof samples, object>> = {
  'messages.send': {
    method: 'POST',
    path: '/message',
    query: { key: ACCOUNT_KEY },
    body: { messages: [{ ...message, id: expect.any(String) as string }] },
  },
  'batches.send': {
    method: 'POST',
    path: '/batch',
    query: { key: ACCOUNT_KEY },
    body: {
      from: 'DEMO',
      message: 'We open at nine',
      destinations: ['447700900123', '447700900124'],
      uuid: expect.any(String) as string,
      id: expect.any(String) as string,
    },
  },
  'batches.cancel': { method: 'DELETE', path: `/batch/${BATCH_UUID}`, query: { key: ACCOUNT_KEY } },
  'batches.receipts': { method: 'GET', path: `/batch/${BATCH_UUID}`, query: { key: ACCOUNT_KEY } },
  'batches.listPending': { method: 'GET', path: '/batch', query: { key: ACCOUNT_KEY } },
  'accounts.list': { method: 'GET', path: '/account', query: { key: ORGANIZATION_KEY } },
  'accounts.create': {
    method: 'POST',
    path: '/account',
    query: { key: ORGANIZATION_KEY },
    body: { name: 'Reception' },
  },
  'accounts.update': {
    method: 'PATCH',
    path: `/account/${ACCOUNT_UUID}`,
    query: { key: ORGANIZATION_KEY },
    body: { schedule: '0 0 1 * *' },
  },
  'accounts.topUp': {
    method: 'PATCH',
    path: '/topup',
    query: { key: ORGANIZATION_KEY },
    body: { accountUuid: ACCOUNT_UUID, topup: 400 },
  },
  'accounts.deactivate': {
    method: 'DELETE',
    path: `/account/${ACCOUNT_UUID}`,
    query: { key: ORGANIZATION_KEY },
  },
  'receiptCodes.list': { method: 'GET', path: '/dr-responses', query: { key: ACCOUNT_KEY } },
};

describe('requests on the wire', () => {
  test('the client has every operation of the table', () => {
    expect(operations).toHaveLength(operationCount);
  });

  test.for(operations)(
    '$name has its method, path, query and body (API-1, API-2, API-11, KEY-1)',
    async ({ name, call, answer }, { service }) => {
      service.answer(200, answer);
      await call(createFullClient(service.url));
      expect(service.received).toHaveLength(1);
      const [{ method, path, query, body, headers }] = service.received as [(typeof service.received)[0]];
      const expected = onTheWire[name as keyof typeof samples];
      expect({ method, path, query, body }).toEqual({ body: undefined, ...expected });
      expect(headers.accept).toBe('application/json');
      const hasBody = 'body' in expected;
      expect(headers['content-type']).toBe(hasBody ? 'application/json' : undefined);
    },
  );

  test.for(operations)(
    '$name keeps new fields of the response (API-6)',
    async ({ call, answer }, { service }) => {
      const newer = Array.isArray(answer)
        ? answer.map((one: object) => ({ ...one, novelty: [1] }))
        : { ...(answer as object), novelty: { a: 1 } };
      service.answer(200, newer);
      expect(await call(createFullClient(service.url))).toEqual(newer);
    },
  );

  test('a 201 or 202 is a success as well', async ({ service }) => {
    service.answer(202, samples['messages.send'].answer);
    const answer = await samples['messages.send'].call(createFullClient(service.url));
    expect(answer).toEqual(samples['messages.send'].answer);
  });

  test.for(['batches.cancel', 'accounts.topUp', 'accounts.deactivate'] as const)(
    '%s succeeds without a body, since whether there is one is not shown (BAT-9)',
    async (name, { service }) => {
      service.script((response) => response.writeHead(204).end());
      expect(await samples[name].call(createFullClient(service.url))).toEqual({});
    },
  );

  test('receipt codes are available with either key, and from accounts too (API-2, RCP-4)', async ({
    service,
  }) => {
    service.answer(200, [{ code: '00', description: 'Successful' }]);
    const client = createFullClient(service.url);
    await client.accounts.receiptCodes();
    await client.receiptCodes();
    await createMessagingClient({ baseUrl: service.url, organizationKey: ORGANIZATION_KEY }).receiptCodes();
    expect(service.received).toMatchObject([
      { path: '/dr-responses', query: { key: ACCOUNT_KEY } },
      { path: '/dr-responses', query: { key: ACCOUNT_KEY } },
      { path: '/dr-responses', query: { key: ORGANIZATION_KEY } },
    ]);
  });
});
