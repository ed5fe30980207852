import { createEmulator } from '@messaging-service/emulator';
import {
  type ApiError,
  createMessagingClient,
  idFrom,
  type MessageOutcome,
  type SafeResend,
} from '@messaging-service/sdk';
import { describe, expect, test } from 'vitest';
import { all, createModelService, message } from './model-service.ts';

/** Messages with identifiers that do not change, as after a restart. */
const campaign = (count: number, first = 0) =>
  Array.from({ length: count }, (_, i) => ({
    ...message(first + i),
    id: idFrom('spring sale', `customer ${first + i}`),
  }));

function createService(options: { safeResend?: SafeResend } = {}) {
  const emulator = createEmulator({ accounts: [{ credits: 10_000 }] });
  const { baseUrl, account } = emulator;
  let requests = 0;
  const client = createMessagingClient({
    baseUrl,
    accountKey: account.apiKey,
    fetch: (url, init) => {
      requests += 1;
      return emulator.fetch(url, init);
    },
    ...options,
  });
  const send = async (messages: ReturnType<typeof campaign>) => {
    requests = 0;
    const outcomes = await all(client.messages.sendMany(messages, { chunkSize: 250, concurrency: 1 }));
    return { statuses: statusesOf(outcomes), requests, outcomes };
  };
  return { emulator, send };
}

/** A rule of the caller for refusals of another form. */
const conflict = { isDuplicate: ({ status }: ApiError) => status === 409 };

const statusesOf = (outcomes: readonly MessageOutcome<unknown, SafeResend>[]) =>
  Object.fromEntries(
    [...Map.groupBy(outcomes, ({ status }) => status)].map(([status, some]) => [status, some.length]),
  );

describe('a chunk that was sent before (MSG-10)', () => {
  test('costs one request', async () => {
    const { emulator, send } = createService();
    await send(campaign(250));
    const { statuses, requests } = await send(campaign(250));
    expect([statuses, requests]).toEqual([{ 'queued-before': 250 }, 1]);
    expect(emulator.messages()).toHaveLength(250);
  });

  test.for([1, 100, 249])('with %i messages that were queued costs two', async (before) => {
    const { emulator, send } = createService();
    await send(campaign(before, 250 - before));
    const { statuses, requests } = await send(campaign(250));
    expect([statuses, requests]).toEqual([{ queued: 250 - before, 'queued-before': before }, 2]);
    expect(emulator.messages()).toHaveLength(250);
  });

  test('is a success with safeResend, and its outcome contains what was sent', async () => {
    const { send } = createService({ safeResend: true });
    await send(campaign(3));
    const { outcomes } = await send(campaign(3));
    expect(outcomes).toMatchObject(
      campaign(3).map((one) => ({
        ok: true,
        status: 'queued-before',
        queued: { ...one, messageUuid: one.id, alreadyQueued: true },
      })),
    );
  });

  test('is an error without it, because the identifiers may belong to other messages', async () => {
    const { send } = createService();
    await send(campaign(1));
    expect((await send(campaign(1))).outcomes).toMatchObject([
      { ok: false, status: 'queued-before', error: { name: 'ConflictError', maybeSent: false } },
    ]);
  });

  test.for<
    [string, { isDuplicate: (error: ApiError) => boolean }, object, MessageOutcome['status'], object?]
  >([
    ['recognizes it', conflict, { text: 'Conflict' }, 'queued-before'],
    [
      'is not asked about a refusal with another reason',
      conflict,
      { code: 'shared_sender_unavailable' },
      'refused',
    ],
    [
      'is not asked about an identifier that the client generated',
      conflict,
      { text: '' },
      'refused',
      { id: undefined },
    ],
    ['throws', { isDuplicate: ({ body }) => JSON.parse(body) as boolean }, { text: '<h1>' }, 'refused'],
  ])(
    'is refused in another form: the rule of the caller %s (MSG-10)',
    async ([, safeResend, refusal, status, more]) => {
      const service = createModelService(
        (sent) => (sent.some(({ body }) => body === 'no. 1') ? { status: 409, ...refusal } : undefined),
        { safeResend },
      );
      const some = campaign(4).map((one) => ({ ...one, ...more }));
      const outcomes = await all(service.client.messages.sendMany(some));
      expect(outcomes.map((outcome) => outcome.status)).toEqual(['queued', status, 'queued', 'queued']);
    },
  );

  test('a second message under an identifier of the same request is refused, and the first is sent', async () => {
    const { emulator, send } = createService({ safeResend: true });
    const [one] = campaign(1) as [ReturnType<typeof campaign>[0]];
    const { statuses } = await send([one, { ...one, body: 'another text' }]);
    expect(statuses).toEqual({ queued: 1, refused: 1 });
    expect(emulator.messages().map(({ body }) => body)).toEqual([one.body]);
  });
});

describe('the status of an outcome', () => {
  test.for([
    ['not-sent', 'too few credits', { status: 402, code: 'insufficient_credits' }],
    ['not-sent', 'a refused key', { status: 400, code: 'invalid_key' }],
    ['not-sent', 'an outage', { status: 503, code: 'service_unavailable' }],
    ['not-sent', 'too many requests', { status: 429 }],
    ['not-sent', 'a firewall', { status: 403, text: '<html>' }],
    ['not-sent', 'a wrong address', { status: 404 }],
    ['not-sent', 'a wrong address', { status: 405 }],
    ['refused', 'a sender ID of another account', { status: 403, code: 'sender_not_owned' }],
    ['refused', 'an invalid message', { status: 400, code: 'invalid_request' }],
    ['refused', 'an invalid message, of another service', { status: 422 }],
    ['refused', 'no shared sender ID', { status: 409, code: 'shared_sender_unavailable' }],
    ['unknown', 'a proxy', { status: 503 }],
    ['unknown', 'a lost response', { lost: 'after' }],
    ['unknown', 'a lost request', { lost: 'before' }],
  ] as const)('is %s after %s', async ([status, , verdict]) => {
    const service = createModelService(() => verdict, { retry: false });
    expect(await all(service.client.messages.sendMany(campaign(1)))).toMatchObject([{ ok: false, status }]);
  });

  test('is refused only for messages that were refused alone, when an unclear refusal concerns all of them', async () => {
    const service = createModelService(() => ({ status: 422 }));
    const options = { chunkSize: 20, concurrency: 1, stopWhen: () => false };
    const outcomes = await all(service.client.messages.sendMany(campaign(40), options));
    const alone = service.requests.filter((request) => request.messages.length === 1);
    expect(alone).toHaveLength(3);
    const tried = new Set(alone.map((request) => request.messages[0]?.id));
    for (const { id, status, ok } of outcomes)
      expect([ok, status]).toEqual([false, tried.has(id ?? '') ? 'refused' : 'not-sent']);
  });

  test('is refused for a message that the client does not send', async () => {
    const { client } = createModelService();
    const wrong = { ...message(0), to: 'nobody' };
    expect(await all(client.messages.sendMany([wrong]))).toMatchObject([{ status: 'refused' }]);
  });
});

test('an outcome can be stored as JSON, with everything that a later run needs', async () => {
  const { send } = createService();
  const [one, two] = campaign(2) as [ReturnType<typeof campaign>[0], ReturnType<typeof campaign>[0]];
  await send([two]);
  const { outcomes } = await send([one, two]);
  const stored = JSON.parse(JSON.stringify(outcomes)) as unknown;
  expect(stored).toMatchObject([
    { index: 0, id: one.id, status: 'queued', ok: true, queued: { messageUuid: one.id } },
    { index: 1, id: two.id, status: 'queued-before', ok: false, error: { code: 'duplicate_id' } },
  ]);
});
