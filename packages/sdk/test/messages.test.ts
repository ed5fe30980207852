import { createMessagingClient, RequestValidationError } from '@messaging-service/sdk';
import { describe, expect } from 'vitest';
import { createFullClient, failureOf, message, queued, UUID_V7 } from './samples.ts';
import { ACCOUNT_KEY, type ScriptedService, test } from './scripted-service.ts';

interface Sent {
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  readonly defaults?: Readonly<Record<string, unknown>>;
}

function sent(service: ScriptedService): Sent {
  return service.received.at(-1)?.body as Sent;
}

describe('sending messages', () => {
  test('sendOne sends one message and returns the queued one (MSG-5)', async ({ service }) => {
    service.answer(200, { messages: [queued] });
    expect(await createFullClient(service.url).messages.sendOne(message)).toEqual(queued);
    expect(sent(service).messages).toEqual([{ ...message, id: expect.any(String) as string }]);
  });

  test('defaults are sent unchanged: the service merges them', async ({ service }) => {
    service.answer(200, { messages: [queued, { ...queued, to: '447700900124' }] });
    await createFullClient(service.url).messages.send({
      defaults: { from: { type: 'shared' }, callback: 'https://example.com/receipts' },
      messages: [
        { to: '447700900123', body: 'one' },
        { to: '447700900124', body: 'two', from: { type: 'custom', value: 'DEMO' } },
      ],
    });
    const id = expect.any(String) as string;
    expect(sent(service)).toEqual({
      defaults: { from: { type: 'shared' }, callback: 'https://example.com/receipts' },
      messages: [
        { to: '447700900123', body: 'one', id },
        { to: '447700900124', body: 'two', from: { type: 'custom', value: 'DEMO' }, id },
      ],
    });
  });

  test('a send_at that is a Date is written as ISO 8601, in messages and in defaults', async ({
    service,
  }) => {
    service.answer(200, { messages: [queued] });
    const at = new Date(Date.UTC(2030, 0, 1, 9));
    await createFullClient(service.url).messages.send({
      messages: [{ to: '447700900123', body: 'one', send_at: at }],
      defaults: { from: { type: 'shared' }, send_at: at },
    });
    expect(sent(service).messages[0]?.send_at).toBe('2030-01-01T09:00:00.000Z');
    expect(sent(service).defaults?.send_at).toBe('2030-01-01T09:00:00.000Z');
  });

  test('a send_at that is text is sent unchanged (API-4, SCH-3)', async ({ service }) => {
    service.answer(200, { messages: [queued] });
    await createFullClient(service.url).messages.sendOne({ ...message, send_at: '2030-01-01T09:00' });
    expect(sent(service).messages[0]?.send_at).toBe('2030-01-01T09:00');
  });

  test('an invalid Date is reported like any other wrong time, and does not send now (API-4)', async ({
    service,
  }) => {
    const call = createFullClient(service.url).messages.sendOne({
      ...message,
      send_at: new Date(Number.NaN),
    });
    const error = (await failureOf(call)) as RequestValidationError;
    expect(error).toBeInstanceOf(RequestValidationError);
    expect(error.issues).toEqual([
      { path: 'messages.0.send_at', message: expect.stringContaining('ISO 8601') as string },
    ]);
    expect(service.received).toEqual([]);
  });

  test('the objects of the caller are not changed', async ({ service }) => {
    service.answer(200, { messages: [queued] });
    const request = Object.freeze({
      messages: Object.freeze([Object.freeze({ ...message, send_at: new Date() })]),
      defaults: Object.freeze({}),
    });
    await createFullClient(service.url).messages.send(request);
    expect(Object.keys(request.messages[0] ?? {})).not.toContain('id');
  });
});

describe('a call copies its arguments: the caller may change them immediately', () => {
  const given = () => ({
    one: { ...message, from: { type: 'custom' as const, value: 'DEMO' } },
    options: { dryRun: true },
  });
  const change = ({ one, options }: ReturnType<typeof given>) => {
    one.from.value = 'OTHER';
    options.dryRun = false;
  };

  test('messages.send and its defaults', async ({ service }) => {
    service.answer(200, { messages: [queued] });
    const { one, options } = given();
    const messages = [{ to: one.to }];
    const call = createFullClient(service.url).messages.send({ messages, defaults: one }, options);
    change({ one, options });
    messages.length = 0;
    await call;
    expect(sent(service)).toMatchObject({
      messages: [{ to: one.to }],
      defaults: { from: { value: 'DEMO' } },
    });
  });

  test('messages.sendMany, though nothing is read before the first outcome is requested', async ({
    service,
  }) => {
    service.answer(200, { messages: [queued] });
    const { one, options } = given();
    const settings = { ...options, defaults: one, chunkSize: 1 };
    const outcomes = createFullClient(service.url).messages.sendMany([{ to: one.to }], settings);
    change({ one, options: settings });
    for await (const { ok } of outcomes) expect(ok).toBe(true);
    expect(service.received[0]?.query).toMatchObject({ dryRun: 'true', isDryrun: 'true' });
    expect(sent(service)).toMatchObject({ defaults: { from: { value: 'DEMO' } } });
  });
});

describe('generated identifiers: a lost response can be reconciled', () => {
  test('each message without an id gets one of its own, a UUID of version 7 (MSG-15)', async ({
    service,
  }) => {
    service.answer(200, { messages: [queued, queued, queued] });
    const own = '11111111-2222-3333-4444-555555555555';
    await createFullClient(service.url).messages.send({
      messages: [message, { ...message, id: own }, { ...message, id: undefined }],
    });
    const [first, second, third] = sent(service).messages.map(({ id }) => id);
    expect(first).toMatch(UUID_V7);
    expect(second).toBe(own);
    expect(third).toMatch(UUID_V7);
    expect(first).not.toBe(third);
  });

  test('an id in the defaults is not replaced', async ({ service }) => {
    service.answer(200, { messages: [queued] });
    const id = '11111111-2222-3333-4444-555555555555';
    await createFullClient(service.url).messages.send({ messages: [message], defaults: { id } });
    expect(sent(service)).toEqual({ messages: [message], defaults: { id } });
  });

  test('an error names the ids that were sent, generated or passed, in the order of the messages', async ({
    service,
  }) => {
    service.script((response) => response.destroy());
    const own = '11111111-2222-3333-4444-555555555555';
    const call = createFullClient(service.url).messages.send({
      messages: [message, { ...message, id: own }],
    });
    const ids = sent;
    expect(await failureOf(call)).toMatchObject({
      ids: [expect.stringMatching(UUID_V7) as string, own],
      maybeSent: true,
    });
    expect(ids(service).messages.map(({ id }) => id)).toEqual([expect.stringMatching(UUID_V7), own]);
  });
});

describe('a dry run (MSG-9, API-7)', () => {
  test('is requested in both spellings, so that neither of them sends', async ({ service }) => {
    service.answer(200, { messages: [queued] });
    const { messages } = createFullClient(service.url);
    await messages.send({ messages: [message] }, { dryRun: true });
    await messages.sendOne(message, { dryRun: true });
    for (const { query } of service.received) {
      expect(query).toEqual({ key: ACCOUNT_KEY, isDryrun: 'true', dryRun: 'true' });
    }
  });

  test('is left out when false: a service may read any value as true', async ({ service }) => {
    service.answer(200, { messages: [queued] });
    await createFullClient(service.url).messages.sendOne(message, { dryRun: false });
    expect(service.received[0]?.query).toEqual({ key: ACCOUNT_KEY });
  });
});

test('without the `fetch` option, the global fetch is looked up at each call, so that it can be intercepted', async () => {
  const client = createMessagingClient({ baseUrl: 'https://api.messaging.test', accountKey: ACCOUNT_KEY });
  const original = globalThis.fetch;
  try {
    globalThis.fetch = async () => Response.json({ messages: [queued] });
    expect(await client.messages.sendOne(message)).toEqual(queued);
  } finally {
    globalThis.fetch = original;
  }
});
