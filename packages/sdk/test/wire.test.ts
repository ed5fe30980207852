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
      const {
        headers,
        url: _url,
        text: _text,
        ...request
      } = service.received[0] ?? { headers: {}, url: '', text: '' };
      expect(request).toEqual({ body: undefined, ...onTheWire[name as keyof typeof samples] });
      expect(headers.accept).toBe('application/json');
      const hasBody = 'body' in onTheWire[name as keyof typeof samples];
      expect(headers['content-type']).toBe(hasBody ? 'application/json' : undefined);
    },
  );

  test.for(operations)(
    '$name returns the response of the service (API-1)',
    async ({ call, answer }, { service }) => {
      service.answer(200, answer);
      expect(await call(createFullClient(service.url))).toEqual(answer);
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

describe('both readings of a response are understood', () => {
  test('unitcount as a string is a number (BAT-8)', async ({ service }) => {
    const pending = {
      identifier: BATCH_UUID,
      at: '2030-01-01T09:00:00+00:00',
      from: 'DEMO',
      messagecount: 1,
    };
    service.answer(200, { batches: [{ ...pending, unitcount: '2' }] });
    const { batches } = await createFullClient(service.url).batches.listPending();
    expect(batches[0]?.unitcount).toBe(2);
  });

  test('the refill flag of packaged credits under the name of the field table (CRD-11, API-7)', async ({
    service,
  }) => {
    const [account] = (samples['accounts.list'].answer as { accounts: [object] }).accounts;
    const packaged_credits = { remaining: 5, schedule_refill_amount: 5, schedule_reset_to_zero: true };
    service.answer(200, { accounts: [{ ...account, packaged_credits }] });
    const { accounts } = await createFullClient(service.url).accounts.list();
    expect(accounts[0]?.packaged_credits.schedule_refill).toBe(true);
  });
});
