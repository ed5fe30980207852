import { type Issue, UnexpectedResponseError } from '@messaging-service/sdk';
import { describe, expect } from 'vitest';
import { BATCH_UUID, createFullClient, failureOf, message, operations, queued } from './samples.ts';
import { ACCOUNT_KEY, test } from './scripted-service.ts';

/** Hooks that collect the reported differences. */
function watch() {
  const seen: { operation: string; issues: readonly Issue[] }[] = [];
  return { seen, hooks: { onMismatch: (event: (typeof seen)[number]) => seen.push(event) } };
}

describe('a queued message whose inessential members are odd is a queued message', () => {
  const odd = {
    ...queued,
    callback: null,
    send_at: null,
    channels: null,
    id: null,
    from: { type: 'shared', value: null },
    scheduled: undefined,
    priority: 'high',
  };

  test('it resolves without the members that are null, and the differences are reported once', async ({
    service,
  }) => {
    service.answer(200, { messages: [odd] });
    const { seen, hooks } = watch();
    const { scheduled: _, ...rest } = queued;
    expect(await createFullClient(service.url, { hooks }).messages.sendOne(message)).toEqual({
      ...rest,
      from: { type: 'shared' },
      priority: 'high',
    });
    expect(service.received).toHaveLength(1);
    expect(seen).toHaveLength(1);
    expect(seen[0]?.operation).toBe('POST /message');
    expect(seen[0]?.issues.map(({ path }) => path).toSorted()).toEqual(
      ['callback', 'channels', 'from.value', 'id', 'scheduled', 'send_at'].map(
        (path) => `messages.0.${path}`,
      ),
    );
  });

  test('without an identifier it is refused; the message names only the identifier', async ({ service }) => {
    service.answer(200, { messages: [{ ...odd, batchUuid: undefined }] });
    const error = await failureOf(createFullClient(service.url).messages.sendOne(message));
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    const { message: text, issues } = error as UnexpectedResponseError;
    expect(text).toBe('POST /message returned 200: messages.0.batchUuid is required');
    expect(issues.map(({ path }) => path)).toContain('messages.0.callback');
  });

  test("responses: 'strict' refuses it", async ({ service }) => {
    service.answer(200, { messages: [odd] });
    const { seen, hooks } = watch();
    const client = createFullClient(service.url, { hooks, responses: 'strict' });
    const error = await failureOf(client.messages.sendOne(message));
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).toMatchObject({ maybeSent: true, issues: { length: 6 } });
    expect(seen).toEqual([]);
  });
});

test.for(operations)(
  '$name: a response that conforms is not reported',
  async ({ call, answer }, { service }) => {
    service.answer(200, answer);
    const { seen, hooks } = watch();
    await call(createFullClient(service.url, { hooks }));
    expect(seen).toEqual([]);
  },
);

test('a report names fields and types, never values or keys', async ({ service }) => {
  const numbers = { to: 447700900123, body: ['See you at nine'], callback: ACCOUNT_KEY.length };
  service.answer(200, { messages: [{ ...queued, ...numbers, [ACCOUNT_KEY]: null }] });
  const { seen, hooks } = watch();
  await createFullClient(service.url, { hooks }).messages.sendOne(message);
  const shown = JSON.stringify(seen);
  expect(shown).toContain('messages.0.to');
  for (const value of ['447700900123', 'nine', ACCOUNT_KEY]) expect(shown).not.toContain(value);
});

test('requested details must be a list', async ({ service }) => {
  service.answer(200, { counts: { total: 1, delivered: 1, failed: 0 }, details: 'none' });
  const { batches } = createFullClient(service.url);
  expect(await failureOf(batches.receipts(BATCH_UUID, { details: true }))).toBeInstanceOf(
    UnexpectedResponseError,
  );
  expect(await batches.receipts(BATCH_UUID)).toMatchObject({ details: 'none' });
});
