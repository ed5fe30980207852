import { createEmulator } from '@messaging-service/emulator';
import {
  type AccountClientOptions,
  type ApiError,
  ConflictError,
  createMessagingClient,
  type FailureEvent,
  type Fetch,
  type MessagingError,
} from '@messaging-service/sdk';
import { describe, expect, test } from 'vitest';
import { all, messages as messagesOf } from './many/model-service.ts';
import { failureOf, recordingLogger } from './samples.ts';

const ID = '11111111-2222-4333-8444-555555555555';
const first = { to: '447700900123', from: { type: 'shared' }, body: 'See you at nine' } as const;
const second = {
  to: '447700900124',
  from: { type: 'custom', value: 'DEMO' },
  body: 'See you at ten',
} as const;

/** An emulator, and a client that resends. */
function createClient(options: Partial<AccountClientOptions<true>> = {}) {
  const emulator = createEmulator();
  const { baseUrl, account, fetch } = emulator;
  const accountKey = account.apiKey;
  const retry = { delay: 0 };
  return {
    emulator,
    client: createMessagingClient({ baseUrl, fetch, accountKey, safeResend: true, retry, ...options }),
  };
}

/** The same, with an emulator that loses the first response of a path. */
function createLossy(path: string, options: object = {}) {
  const created = createClient({ ...options });
  created.emulator.addFault({ path, when: 'after', disconnect: true });
  return created;
}

/** A `fetch` that loses its first request, and then responds. */
function lostOnce(respond: () => Response): Fetch {
  let calls = 0;
  return async () => {
    if (++calls === 1) throw new TypeError('fetch failed');
    return respond();
  };
}

describe('with safeResend, a send whose response was lost is repeated and recognized (MSG-10)', () => {
  test.for([
    ['an id of the client', {}],
    ['an id of the caller', { id: ID }],
  ])('sendOne, with %s', async ([, id]) => {
    const { emulator, client } = createLossy('/message');
    const { data, status, attempts, alreadyQueued } = await client.messages
      .sendOne({ ...first, ...(id as object) })
      .withResponse();
    const [queued] = emulator.messages();
    expect(emulator.messages()).toHaveLength(1);
    expect(data).toEqual({
      ...first,
      id: queued?.messageUuid,
      messageUuid: queued?.messageUuid,
      alreadyQueued: true,
    });
    expect([status, attempts, alreadyQueued]).toEqual([409, 2, true]);
  });

  test('several messages with defaults: all of them were queued', async () => {
    const { emulator, client } = createLossy('/message');
    const { to, body } = first;
    const sent = await client.messages.send({
      defaults: { from: second.from },
      messages: [{ to, body }, second],
    });
    expect(sent.messages).toMatchObject([
      { to, body, from: second.from, alreadyQueued: true },
      { ...second, alreadyQueued: true },
    ]);
    expect(sent.messages.map(({ messageUuid }) => messageUuid)).toEqual(
      emulator.messages().map(({ messageUuid }) => messageUuid),
    );
  });

  test('sendMany', async () => {
    const { emulator, client } = createLossy('/message');
    const outcomes = await all(client.messages.sendMany(messagesOf(250)));
    const resent = outcomes.map((outcome) => outcome.ok && outcome.queued.alreadyQueued === true);
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(resent.filter(Boolean)).toHaveLength(100);
    expect(emulator.messages()).toHaveLength(250);
  });

  test('batches.send', async () => {
    const { emulator, client } = createLossy('/batch');
    const batch = { from: 'DEMO', message: 'Hello', destinations: ['447700900123'], uuid: ID };
    expect(await client.batches.send(batch)).toEqual({ identifier: ID, alreadyQueued: true });
    expect(emulator.messages()).toHaveLength(1);
  });

  test('a request that was lost before it arrived is queued by its repetition', async () => {
    const retries: number[] = [];
    const { emulator, client } = createClient({
      hooks: { beforeRetry: ({ request }) => void retries.push(request.attempt) },
    });
    emulator.addFault({ path: '/message', when: 'before', disconnect: true });
    const sent = await client.messages.sendOne(first);
    expect(sent).toMatchObject({ ...first, from: { type: 'shared' } });
    expect(sent.alreadyQueued).toBe(undefined);
    expect(retries).toEqual([1]);
    expect(emulator.messages()).toHaveLength(1);
  });

  test.for([500, 502, 503, 504])('a %i of a proxy that passed the request on (MSG-10)', async (status) => {
    const { emulator, client } = createClient();
    emulator.addFault({ path: '/message', when: 'after', status });
    expect(await client.messages.sendOne({ ...first, id: ID })).toMatchObject({ alreadyQueued: true });
    expect(emulator.messages()).toHaveLength(1);
  });

  test('identifiers of the client prove it even if the service said that it did nothing (MSG-10)', async () => {
    const { emulator, client } = createClient();
    emulator.addFault({ path: '/message', when: 'after', code: 'service_unavailable' });
    expect(await client.messages.sendOne(first)).toMatchObject({ alreadyQueued: true });
    emulator.addFault({ path: '/message', when: 'after', code: 'service_unavailable' });
    const error = await failureOf(client.messages.sendOne({ ...first, id: ID }));
    expect(error).toMatchObject({ code: 'duplicate_id', attempts: 2, maybeSent: false });
  });

  test('a copy of the request that arrived first, such as one of a browser (MSG-10)', async () => {
    const { emulator } = createClient();
    const { client } = createClient({
      accountKey: emulator.account.apiKey,
      fetch: async (url, init) => {
        await emulator.fetch(url, init);
        return emulator.fetch(url, init);
      },
    });
    expect(await client.messages.sendOne(first)).toMatchObject({ alreadyQueued: true });
    expect(emulator.messages()).toHaveLength(1);
  });

  test('a refusal of the repetition for another reason stays an error (ERR-3)', async () => {
    const { client } = createClient({ fetch: lostOnce(() => new Response('', { status: 402 })) });
    const error = await failureOf(client.messages.sendOne(first));
    expect(error).toMatchObject({ status: 402, attempts: 2, maybeSent: true });
  });

  test('a rule of the caller is asked about a repeated identifier, too (MSG-10)', async () => {
    const isDuplicate = ({ code }: ApiError) => code === 'duplicate_id';
    const { emulator, client } = createLossy('/message', { safeResend: { isDuplicate } });
    expect(await client.messages.sendOne(first)).toMatchObject({ alreadyQueued: true });
    expect(emulator.messages()).toHaveLength(1);
  });

  test('a rule of the caller recognizes refusals of another form', async () => {
    const isDuplicate = ({ status }: ApiError) => status === 409;
    const { emulator, client } = createLossy('/message', { safeResend: { isDuplicate } });
    emulator.addFault({ path: '/message', status: 409, body: 'Conflict' });
    expect(await client.messages.sendOne(first)).toMatchObject({ alreadyQueued: true });
    expect(emulator.messages()).toHaveLength(1);
  });
});

test.for([true, { isDuplicate: () => true }])(
  'a call cannot switch it on, because the types of its results would be wrong: %j',
  async (safeResend) => {
    const { emulator, client } = createClient({ safeResend: false } as object);
    const options = { safeResend } as object;
    for (const call of [
      client.messages.sendOne(first, options),
      client.batches.send({ from: 'DEMO', message: 'Hello', destinations: [first.to] }, options),
      all(client.messages.sendMany([first], options)),
    ])
      expect(await failureOf(call)).toMatchObject({
        name: 'RequestValidationError',
        issues: [
          { path: 'safeResend', message: 'can only be switched off for a call: set it for the client' },
        ],
      });
    expect(emulator.messages()).toEqual([]);
  },
);

describe('failures that stay errors', () => {
  test.for<[string, () => boolean]>([
    ['does not recognize', () => false],
    ['answers with a promise', (() => Promise.resolve(true)) as unknown as () => boolean],
  ])('a refusal of the repetition that the rule of the caller %s (MSG-10)', async ([, isDuplicate]) => {
    const { emulator, client } = createLossy('/message', { safeResend: { isDuplicate } });
    const error = await failureOf(client.messages.sendOne({ ...first, id: ID }));
    expect(error).toMatchObject({ code: 'duplicate_id', attempts: 2, maybeSent: true });
    expect(emulator.messages()).toHaveLength(1);
  });

  test('a refusal that the rule of the caller recognizes, without a lost response (MSG-10)', async () => {
    const { emulator, client } = createClient({ safeResend: { isDuplicate: () => true } } as object);
    emulator.addFault({ path: '/message', status: 409, body: 'Conflict' });
    const error = await failureOf(client.messages.sendOne({ ...first, id: ID }));
    expect(error).toMatchObject({ status: 409, attempts: 1, maybeSent: false });
    expect(emulator.messages()).toEqual([]);
  });

  test.for([
    ['shared_sender_unavailable', 409],
    ['insufficient_credits', 402],
    ['batch_not_pending', 409],
  ] as const)('a refusal of the repetition that says another reason: %s (MSG-10)', async ([code, status]) => {
    const { client } = createClient({
      safeResend: { isDuplicate: () => true },
      fetch: lostOnce(() => Response.json({ error: { code, message: 'No.' } }, { status })),
    } as object);
    const error = await failureOf(client.messages.sendOne(first));
    expect(error).toMatchObject({ status, attempts: 2, maybeSent: true });
  });

  test('a refusal of the repetition for which the rule of the caller throws: the failure is logged (MSG-10)', async () => {
    const { errors, logger } = recordingLogger();
    const ended: MessagingError[] = [];
    const { client } = createClient({
      safeResend: { isDuplicate: ({ body }: ApiError) => JSON.parse(body) as boolean },
      logger,
      hooks: { onError: ({ error }: FailureEvent) => ended.push(error) },
      fetch: lostOnce(() => new Response('<h1>Conflict</h1>', { status: 409 })),
    } as object);
    const error = await failureOf(client.messages.sendOne({ ...first, id: ID }));
    expect(error).toMatchObject({ name: 'ConflictError', attempts: 2, maybeSent: true, ids: [ID] });
    expect(ended).toEqual([error]);
    expect(errors()[0]).toMatch(/^the rule isDuplicate failed: /);
  });

  test.for(['messages.11', 'messages.11.id'])(
    'a refusal of the repetition that names one of many messages with identifiers of the caller: %s (MSG-10)',
    async (path) => {
      const issues = [{ path, message: 'was used before' }];
      const refusal = JSON.stringify({ error: { code: 'duplicate_id', message: 'Used before.', issues } });
      const { client } = createClient({ fetch: lostOnce(() => new Response(refusal, { status: 409 })) });
      const messages = Array.from({ length: 12 }, (_, i) => ({
        ...first,
        id: `11111111-2222-4333-8444-${String(i).padStart(12, '0')}`,
      }));
      const error = await failureOf(client.messages.send({ messages }));
      expect(error).toMatchObject({ code: 'duplicate_id', attempts: 2, maybeSent: true });
    },
  );

  test('a repeated id without a lost response', async () => {
    const { emulator, client } = createLossy('/batch');
    await client.messages.sendOne({ ...first, id: ID });
    const error = await failureOf(client.messages.sendOne({ ...first, id: ID }));
    expect(error).toBeInstanceOf(ConflictError);
    expect(error).toMatchObject({ attempts: 1, maybeSent: false });
    expect(emulator.messages()).toHaveLength(1);
  });

  test('one repeated id of several, because the whole request was refused', async () => {
    const { emulator, client } = createClient();
    await client.messages.sendOne({ ...first, id: ID });
    emulator.addFault({ path: '/message', when: 'before', disconnect: true });
    const error = await failureOf(client.messages.send({ messages: [{ ...first, id: ID }, second] }));
    expect(error).toMatchObject({ code: 'duplicate_id', attempts: 2, maybeSent: true });
    expect(emulator.messages()).toHaveLength(1);
  });

  test.for([
    ['a client without the option', { safeResend: false }, {}],
    ['a call that switches it off', {}, { safeResend: false }],
  ] as const)('%s: a lost response is not repeated', async ([, options, callOptions]) => {
    const { emulator, client } = createLossy('/message', options);
    const error = await failureOf(client.messages.sendOne(first, callOptions));
    expect(error).toMatchObject({ name: 'ConnectionError', attempts: 1, maybeSent: true });
    expect(emulator.messages()).toHaveLength(1);
  });
});
