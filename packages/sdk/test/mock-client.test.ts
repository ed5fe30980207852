import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  ConnectionError,
  InsufficientCreditsError,
  type MessagingClient,
  RequestValidationError,
  ServerError,
  UnexpectedResponseError,
} from '@messaging-service/sdk';
import { createMockMessagingClient, lose, refuse } from '@messaging-service/sdk/testing';
import { describe, expect, test, vi } from 'vitest';
import { all, messages } from './many/model-service.ts';
import { ACCOUNT_UUID, BATCH_UUID, failureOf, message, operations } from './samples.ts';

describe('a mock client that records calls', () => {
  test('a call is recorded as the service would have understood it', async () => {
    const client = createMockMessagingClient();
    await client.messages.send(
      { defaults: { from: { type: 'shared' } }, messages: [{ to: '447700900123', body: 'See you at nine' }] },
      { dryRun: true },
    );
    await client.batches.cancel(BATCH_UUID);
    expect(client.calls).toEqual([
      {
        operation: 'messages.send',
        path: '/message',
        query: { isDryrun: true },
        body: {
          messages: [
            {
              to: '447700900123',
              body: 'See you at nine',
              from: { type: 'shared' },
              id: expect.any(String) as string,
            },
          ],
        },
      },
      { operation: 'batches.cancel', path: `/batch/${BATCH_UUID}`, query: {}, body: null },
    ]);
  });

  test.for(operations)('$name has a default response, which the client accepts', async ({ name, call }) => {
    const client = createMockMessagingClient();
    await call(client);
    expect(client.calls.map(({ operation }) => operation)).toEqual([name]);
  });

  test('queued messages are returned as they were sent, scheduled ones as scheduled (MSG-6, SCH-1)', async () => {
    const client = createMockMessagingClient({ generateIds: false });
    expect(await client.messages.sendOne(message)).toEqual({
      ...message,
      from: { type: 'shared', value: '447700900980' },
      batchUuid: '00000000-0000-4000-8000-000000000001',
      messageUuid: '00000000-0000-4000-8000-000000000002',
      scheduled: false,
    });
    const later = {
      ...message,
      send_at: '2999-01-01T09:00Z',
      from: { type: 'custom', value: 'DEMO' },
    } as const;
    expect(await client.messages.sendOne(later)).toMatchObject({ ...later, scheduled: true });
  });

  test('details of receipts are returned on request', async () => {
    const { batches } = createMockMessagingClient();
    expect((await batches.receipts(BATCH_UUID)).details).toBeUndefined();
    expect((await batches.receipts(BATCH_UUID, { details: true })).details[0]?.batchuuid).toBe(BATCH_UUID);
  });

  test('functions built on the operations work: many messages, waiting, the whole result', async () => {
    const client = createMockMessagingClient();
    expect(await all(client.messages.sendMany(messages(250)))).toHaveLength(250);
    expect(client.calls).toHaveLength(3);
    expect((await client.batches.waitForReceipts(BATCH_UUID)).counts.delivered).toBe(1);
    expect(await client.batches.listPending().withResponse()).toMatchObject({ status: 200, attempts: 1 });
  });

  test('the checks are those of a client, and a refused call is not recorded', async () => {
    const client = createMockMessagingClient();
    const error = await failureOf(client.messages.sendOne({ ...message, to: 'nobody' }));
    expect(error).toBeInstanceOf(RequestValidationError);
    expect(client.calls).toEqual([]);
  });
});

describe('without a reply, it refuses what every service refuses', () => {
  const id = BATCH_UUID;

  test('an identifier that was used before, in the same request or an earlier one (MSG-10)', async () => {
    const client = createMockMessagingClient();
    await client.messages.sendOne({ ...message, id }, { dryRun: true });
    await client.messages.sendOne({ ...message, id });
    for (const call of [
      client.messages.sendOne({ ...message, id: id.toUpperCase() }),
      client.messages.send({ messages: [0, 1].map(() => ({ ...message, id: ACCOUNT_UUID })) }),
      client.batches.send({ from: 'DEMO', message: 'x', destinations: ['447700900123'], uuid: id }),
    ])
      expect(await failureOf(call)).toMatchObject({ name: 'ConflictError', code: 'duplicate_id' });
    client.reset();
    await client.messages.sendOne({ ...message, id });
  });

  test('a sender ID that is not among the senders, if there are any (SND-1)', async () => {
    const from = { type: 'custom', value: 'OTHER' } as const;
    const batch = { from: 'OTHER', message: 'x', destinations: ['447700900123'] };
    const free = createMockMessagingClient();
    await free.messages.sendOne({ ...message, from });
    const client = createMockMessagingClient({ senders: ['DEMO'] });
    await client.messages.sendOne(message);
    await client.batches.send({ ...batch, from: 'DEMO' });
    for (const call of [client.messages.sendOne({ ...message, from }), client.batches.send(batch)])
      expect(await failureOf(call)).toMatchObject({ name: 'SenderNotOwnedError' });
  });

  test('a text of several units, when only one is allowed (BAT-5)', async () => {
    const { batches } = createMockMessagingClient();
    const batch = { from: 'DEMO', message: 'x'.repeat(161), destinations: ['447700900123'] };
    await batches.send(batch);
    expect(await failureOf(batches.send(batch, { allowMulti: false }))).toMatchObject({
      code: 'multipart_not_allowed',
    });
  });

  test('a reply of the test has precedence', async () => {
    const client = createMockMessagingClient({ senders: [] });
    client.on('batches.send', { identifier: id });
    await client.batches.send({ from: 'DEMO', message: 'x', destinations: ['447700900123'] });
  });
});

describe('replies of a test', () => {
  test('a response, or a function of the call', async () => {
    const { on, batches, accounts } = createMockMessagingClient();
    on('batches.receipts', { counts: { total: 2, delivered: 1, failed: 1 } });
    on('accounts.create', ({ body }) => ({ identifier: ACCOUNT_UUID, apiKey: body.name }));
    expect((await batches.receipts(BATCH_UUID)).counts.failed).toBe(1);
    expect((await accounts.create({ name: 'Reception' })).apiKey).toBe('Reception');
  });

  test('the last one applies first, and after its `times` the one before counts again', async () => {
    const { on, batches } = createMockMessagingClient();
    const total = (count: number) => ({ counts: { total: count, delivered: 0, failed: 0 } });
    on('batches.receipts', total(10));
    on('batches.receipts', total(20), { times: 2 });
    on('batches.receipts', async () => total(30), { times: 1 });
    const seen: number[] = [];
    for (let i = 0; i < 5; i++) seen.push((await batches.receipts(BATCH_UUID)).counts.total);
    expect(seen).toEqual([30, 20, 20, 10, 10]);
  });

  test('a refusal is the error that the client creates for it', async () => {
    const { on, messages: sending } = createMockMessagingClient();
    const issues = [{ path: 'messages.0.to', message: 'is barred' }];
    on('messages.send', refuse('invalid_request', { issues, headers: { 'x-request-id': 'r-1' } }));
    on('messages.send', refuse(503, { headers: { 'retry-after': '60' } }), { times: 1 });
    on('messages.send', refuse('insufficient_credits'), { times: 1 });
    const first = await failureOf(sending.sendOne(message));
    expect(first).toBeInstanceOf(InsufficientCreditsError);
    expect(first).toMatchObject({ status: 402, code: 'insufficient_credits', attempts: 1, maybeSent: false });
    const second = await failureOf(sending.sendOne(message));
    expect(second).toBeInstanceOf(ServerError);
    expect(second).toMatchObject({ status: 503, code: undefined, attempts: 1, maybeSent: true });
    expect(await failureOf(sending.sendOne(message))).toMatchObject({
      status: 400,
      issues,
      requestId: 'r-1',
    });
  });

  test('with a lost response the message may have been sent, with a lost request it was not', async () => {
    const { on, messages: sending, calls } = createMockMessagingClient();
    on('messages.send', lose({ maybeSent: false }), { times: 1 });
    on('messages.send', lose(), { times: 1 });
    const error = await failureOf(sending.sendOne(message));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ attempts: 1, maybeSent: true, ids: [expect.any(String)] });
    expect(await failureOf(sending.sendOne(message))).toMatchObject({ attempts: 1, maybeSent: false });
    expect(calls).toHaveLength(2);
  });

  test('a missing reply ends with the timeout or the signal', async () => {
    const { on, batches } = createMockMessagingClient({ timeout: 1000 });
    on('batches.listPending', () => new Promise(() => undefined));
    const controller = new AbortController();
    on(
      'batches.listPending',
      () => {
        controller.abort('closed');
        return new Promise(() => undefined);
      },
      { times: 1 },
    );
    expect(await failureOf(batches.listPending({ signal: controller.signal }))).toMatchObject({
      name: 'AbortError',
      cause: 'closed',
      attempts: 1,
    });
    vi.useFakeTimers();
    try {
      const late = failureOf(batches.listPending());
      await vi.advanceTimersByTimeAsync(1000);
      expect(await late).toMatchObject({ name: 'TimeoutError', timeout: 1000, attempts: 1 });
    } finally {
      vi.useRealTimers();
    }
  });

  test('a signal that was aborted before makes no call', async () => {
    const { batches, calls } = createMockMessagingClient();
    const error = await failureOf(batches.listPending({ signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ name: 'AbortError', attempts: 0, maybeSent: false });
    expect(calls).toEqual([]);
  });

  test('an invalid response is reported, as a client would', async () => {
    const { on, messages: sending } = createMockMessagingClient();
    on('messages.send', { messages: [] });
    expect(await failureOf(sending.sendOne(message))).toBeInstanceOf(UnexpectedResponseError);
  });

  test('an assertion that fails in a reply is shown by the error of the call', async () => {
    const { on, messages: sending } = createMockMessagingClient();
    on('messages.send', () => {
      throw new RangeError('mine');
    });
    expect(await failureOf(sending.sendOne(message))).toMatchObject({
      name: 'ConnectionError',
      message: 'POST /message got no response: mine',
      cause: { name: 'RangeError', message: 'mine' },
    });
  });

  test('reset removes calls and replies, and counts from the beginning', async () => {
    const client = createMockMessagingClient();
    const first = await client.accounts.create({ name: 'Reception' });
    client.on('accounts.create', refuse('invalid_key'));
    client.reset();
    expect(client.calls).toEqual([]);
    expect(await client.accounts.create({ name: 'Reception' })).toEqual(first);
  });
});

test('it can replace a client', () => {
  const takesClient = (client: MessagingClient) => Object.keys(client);
  expect(takesClient(createMockMessagingClient())).toEqual(
    expect.arrayContaining(['messages', 'batches', 'accounts', 'receiptCodes']),
  );
});

/** Uses a mock client and returns whether ky was loaded, or the network was used. */
const program = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'ky') loaded.push(specifier);
      return next(specifier, context);
    },
  });
  globalThis.fetch = () => { loaded.push('fetch'); };
  const { createMockMessagingClient } = await import('@messaging-service/sdk/testing');
  const client = createMockMessagingClient();
  await client.messages.sendOne({ to: '447700900123', from: { type: 'shared' }, body: 'Your table is ready' });
  process.stdout.write(JSON.stringify({ loaded, calls: client.calls.length }));
`;

test('a mock client has no network and does not load ky', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', './tools/source-resolution.ts', '--input-type=module', '--eval', program],
    { cwd: fileURLToPath(new URL('../../../', import.meta.url)) },
  );
  expect(JSON.parse(stdout)).toEqual({ loaded: [], calls: 1 });
});
