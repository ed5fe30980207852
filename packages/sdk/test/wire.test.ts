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

const byAccount = (method: string, path: string, body?: object) => ({
  method,
  path,
  query: { key: ACCOUNT_KEY },
  body,
});
const byOrganization = (method: string, path: string, body?: object) => ({
  method,
  path,
  query: { key: ORGANIZATION_KEY },
  body,
});
const id = expect.any(String) as string;

const onTheWire: Readonly<Record<keyof typeof samples, ReturnType<typeof byAccount>>> = {
  'messages.send': byAccount('POST', '/message', { messages: [{ ...message, id }] }),
  'batches.send': byAccount('POST', '/batch', {
    from: 'DEMO',
    message: 'We open at nine',
    destinations: ['447700900123', '447700900124'],
    uuid: id,
    id,
  }),
  'batches.cancel': byAccount('DELETE', `/batch/${BATCH_UUID}`),
  'batches.receipts': byAccount('GET', `/batch/${BATCH_UUID}`),
  'batches.listPending': byAccount('GET', '/batch'),
  'accounts.list': byOrganization('GET', '/account'),
  'accounts.create': byOrganization('POST', '/account', { name: 'Reception' }),
  'accounts.update': byOrganization('PATCH', `/account/${ACCOUNT_UUID}`, { schedule: '0 0 1 * *' }),
  'accounts.topUp': byOrganization('PATCH', '/topup', { accountUuid: ACCOUNT_UUID, topup: 400 }),
  'accounts.deactivate': byOrganization('DELETE', `/account/${ACCOUNT_UUID}`),
  'receiptCodes.list': byAccount('GET', '/dr-responses'),
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
      expect({ method, path, query, body }).toEqual(expected);
      expect(headers.accept).toBe('application/json');
      expect(headers['content-type']).toBe(expected.body === undefined ? undefined : 'application/json');
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
