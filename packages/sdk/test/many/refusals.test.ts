import { createEmulator } from '@messaging-service/emulator';
import { createMessagingClient } from '@messaging-service/sdk';
import { describe, expect, test, vi } from 'vitest';
import { all, createModelService, type Judge, message, messages, settled } from './model-service.ts';

/** Refuses a request with any of these messages in it, by their numbers. */
function refuse(numbers: readonly number[], code: string, status: number): Judge {
  const bad = new Set(numbers.map((n) => message(n).body));
  return (sent) => (sent.some(({ body }) => bad.has(body)) ? { status, code } : undefined);
}

/** How many requests each message was in, by its text. */
function timesSent({ requests }: ReturnType<typeof createModelService>): Map<string, number> {
  const times = new Map<string, number>();
  for (const { messages } of requests)
    for (const { body } of messages) times.set(body, (times.get(body) ?? 0) + 1);
  return times;
}

describe('a refused chunk is split until the bad message is alone', () => {
  test('a message keeps its identifier however often it is sent', async () => {
    const service = createModelService(refuse([0, 3], 'duplicate_id', 409));
    const outcomes = await all(service.client.messages.sendMany(messages(4)));
    const ids = new Set(service.requests.flatMap((request) => request.messages.map(({ id }) => id)));
    expect([...ids]).toEqual(outcomes.map(({ id }) => id));
  });

  test('messages that the service names are separated first, and the others share one request', async () => {
    const service = createModelService((sent) => {
      const issues = sent.flatMap(({ body }, i) =>
        ['no. 3', 'no. 40'].includes(body)
          ? [{ path: `messages.${i}.callback`, message: 'is too long' }]
          : [],
      );
      return issues.length > 0 ? { status: 400, code: 'invalid_request', issues } : undefined;
    });
    const outcomes = await all(service.client.messages.sendMany(messages(100)));
    expect(outcomes.filter(({ ok }) => !ok)).toMatchObject([
      { index: 3, error: { issues: [{ path: 'messages.0.callback' }] } },
      { index: 40, error: { issues: [{ path: 'messages.0.callback' }] } },
    ]);
    expect(service.requests.map((request) => request.messages.length)).toEqual([100, 98, 1, 1]);
  });

  test('positions that do not exist are ignored', async () => {
    const issues = [
      { path: 'messages.99.to', message: 'is wrong' },
      { path: 'messages.x', message: 'too' },
    ];
    const service = createModelService(() => ({ status: 400, code: 'invalid_request', issues }));
    const outcomes = await all(service.client.messages.sendMany(messages(4)));
    expect(outcomes.map(({ ok }) => ok)).toEqual([false, false, false, false]);
    expect(service.requests).toHaveLength(4);
  });

  test('messages of one sender fail together: a sender ID that is not owned is not tried message by message', async () => {
    const service = createModelService((sent) =>
      sent.some(({ from }) => from?.value === 'NOT MINE')
        ? { status: 403, code: 'sender_not_owned' }
        : undefined,
    );
    const source = [...messages(30)].map((one, i) => {
      const value = ['NOT MINE', 'MINE'][i % 3];
      return value === undefined ? one : { ...one, from: { type: 'custom' as const, value } };
    });
    const outcomes = await all(service.client.messages.sendMany(source));
    expect(outcomes.map(({ ok }) => ok)).toEqual(source.map((_, i) => i % 3 !== 0));
    expect(service.requests).toHaveLength(4);
  });

  test('nor when it is in the defaults', async () => {
    const service = createModelService(() => ({ status: 403, code: 'sender_not_owned' }));
    const rows = [...messages(30)].map(({ to, body }) => ({ to, body }));
    const defaults = { from: { type: 'custom', value: 'NOT MINE' } } as const;
    const outcomes = await all(service.client.messages.sendMany(rows, { defaults, chunkSize: 10 }));
    expect(outcomes.every(({ ok }) => !ok)).toBe(true);
    expect(service.requests).toHaveLength(3);
  });
});

describe('refusals that concern all messages split nothing', () => {
  test('a refused key stops it: the messages that were read fail, and nothing more is read', async () => {
    const service = createModelService(() => ({ status: 400, code: 'invalid_key' }));
    const { outcomes, error } = await settled(
      service.client.messages.sendMany(messages(1000), { concurrency: 2 }),
    );
    expect(outcomes).toHaveLength(200);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ error: { name: 'InvalidKeyError' } });
    expect(error).toMatchObject({ name: 'SendManyStoppedError', cause: { name: 'InvalidKeyError' } });
    expect(service.requests.length).toBeLessThanOrEqual(2);
  });

  test.for([
    ['429', 429, undefined, 'RateLimitError'],
    ['an outage', 503, 'service_unavailable', 'ServerError'],
    ['a 404 of a wrong base URL', 404, undefined, 'NotFoundError'],
    ['a 405', 405, 'method_not_allowed', 'InvalidRequestError'],
  ] as const)('%s fails its chunk, and the next one is sent', async ([, status, code, name]) => {
    const service = createModelService((sent) =>
      sent.some(({ body }) => body === 'no. 1') ? { status, ...(code !== undefined && { code }) } : undefined,
    );
    const options = { chunkSize: 4, concurrency: 1, retry: false } as const;
    const outcomes = await all(service.client.messages.sendMany(messages(8), options));
    for (const outcome of outcomes.slice(0, 4))
      expect(outcome).toMatchObject({ ok: false, error: { name, maybeSent: false } });
    expect(outcomes.slice(4).map(({ ok }) => ok)).toEqual([true, true, true, true]);
    expect(service.requests).toHaveLength(2);
  });
});

describe('credits are used for the messages in their order', () => {
  test('until they run out, and then nothing more is sent', async () => {
    const emulator = createEmulator({ accounts: [{ credits: 150 }] });
    let requests = 0;
    const { baseUrl, account } = emulator;
    const client = createMessagingClient({
      baseUrl,
      accountKey: account.apiKey,
      fetch: (url, init) => {
        requests += 1;
        return emulator.fetch(url, init);
      },
    });
    const outcomes = await all(client.messages.sendMany(messages(10_000), { concurrency: 1 }));
    expect(outcomes.map(({ ok }) => ok)).toEqual(outcomes.map((_, i) => i < 150));
    expect(outcomes.at(-1)).toMatchObject({ error: { name: 'InsufficientCreditsError', maybeSent: false } });
    expect(emulator.messages()).toHaveLength(150);
    expect(requests).toBeLessThan(20);
  });

  test('a long message that cannot be paid does not fail a short one that can', async () => {
    const emulator = createEmulator({ accounts: [{ credits: 2 }] });
    const { baseUrl, account, fetch } = emulator;
    const client = createMessagingClient({ baseUrl, fetch, accountKey: account.apiKey });
    const long = { ...message(0), body: 'a'.repeat(400) };
    const source = [long, message(1), long, message(2), message(3)];
    const outcomes = await all(client.messages.sendMany(source));
    expect(outcomes.map(({ ok }) => ok)).toEqual([false, true, false, true, false]);
  });
});

test.for([
  ['a lost answer', { lost: 'after' }, 'ConnectionError'],
  ['a lost request', { lost: 'before' }, 'ConnectionError'],
  ['a failure of the service', { status: 500 }, 'ServerError'],
  ['a time-out of a gateway', { status: 504 }, 'ServerError'],
  ['a 408', { status: 408 }, 'ApiError'],
] as const)(
  'after %s, the messages of the chunk get the error and their ids, and are never sent again',
  async ([, verdict, name]) => {
    const service = createModelService((sent) =>
      sent.some(({ body }) => body === 'no. 5') ? verdict : undefined,
    );
    const outcomes = await all(service.client.messages.sendMany(messages(12), { chunkSize: 4 }));
    const doubtful = outcomes.slice(4, 8);
    for (const outcome of doubtful)
      expect(outcome).toMatchObject({
        ok: false,
        error: { name, maybeSent: true, ids: doubtful.map(({ id }) => id) },
      });
    expect(outcomes.filter(({ ok }) => ok).map(({ index }) => index)).toEqual([0, 1, 2, 3, 8, 9, 10, 11]);
    expect([...timesSent(service).values()]).toEqual(Array.from({ length: 12 }, () => 1));
  },
);

describe('a service whose errors have another form', () => {
  test.for([
    ['400 with a text', { status: 400, text: 'Invalid API key' }],
    ['400 with a message', { status: 400, text: '{"message":"Account suspended since 2 days"}' }],
    ['422 with a message', { status: 422, text: '{"message":"Not enabled"}' }],
    ['403 with a page', { status: 403, text: '<html>' }],
    ['409 without a body', { status: 409, text: '' }],
    ['an unknown code', { status: 403, code: 'a_code_of_2031' }],
  ] as const)('%s for all messages costs a few requests, and each message fails', async ([, verdict]) => {
    const service = createModelService(() => verdict);
    const outcomes = await all(service.client.messages.sendMany(messages(400), { chunkSize: 100 }));
    expect(outcomes).toHaveLength(400);
    for (const { ok } of outcomes) expect(ok).toBe(false);
    expect(service.requests.length).toBeLessThanOrEqual(4 + 3);
  });

  test('a remembered refusal is forgotten when a request succeeds', async () => {
    const service = createModelService((sent, n) => {
      if (n < 4) return { status: 422, text: 'No' };
      return sent.some(({ body }) => body === 'no. 35') ? { status: 422, text: 'No' } : undefined;
    });
    const outcomes = await all(
      service.client.messages.sendMany(messages(40), { chunkSize: 10, concurrency: 1 }),
    );
    const failed = outcomes.filter(({ ok }) => !ok).map(({ index }) => index);
    expect(failed).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 35]);
  });
});

describe('a refusal that concerns later messages is put to the test again', () => {
  test.for([
    ['credits were added', 402, 'insufficient_credits'],
    ['the key is accepted again', 400, 'invalid_key'],
    ['the key is accepted again, by a service without codes', 401, undefined],
    ['the sender ID was registered', 403, 'sender_not_owned'],
    ['the service is available again', 503, 'service_unavailable'],
    ['the limit of requests is over', 429, undefined],
  ] as const)('%s: the messages after that are queued', async ([, status, code]) => {
    let isRefusing = true;
    const service = createModelService(
      () => (isRefusing ? { status, ...(code !== undefined && { code }) } : undefined),
      { retry: false },
    );
    const options = { chunkSize: 2, concurrency: 1, stopWhen: () => false };
    const outcomes: boolean[] = [];
    for await (const { ok, index } of service.client.messages.sendMany(messages(60), options)) {
      outcomes.push(ok);
      if (index === 20) isRefusing = false;
    }
    expect(outcomes.slice(0, 21)).not.toContain(true);
    // At the latest after as many messages again, because trials become rarer.
    expect(outcomes.slice(44)).not.toContain(false);
  });

  test('a slow source: the next message after ten seconds', async () => {
    vi.useFakeTimers();
    let isRefusing = true;
    const service = createModelService(() =>
      isRefusing ? { status: 402, code: 'insufficient_credits' } : undefined,
    );
    async function* slowly() {
      for (const one of messages(40)) {
        await new Promise((resolve) => setTimeout(resolve, 11_000));
        yield one;
      }
    }
    const outcomes: boolean[] = [];
    const run = (async () => {
      for await (const { ok, index } of service.client.messages.sendMany(slowly(), { concurrency: 1 })) {
        outcomes.push(ok);
        if (index === 29) isRefusing = false;
      }
    })();
    await vi.advanceTimersByTimeAsync(600_000);
    await run;
    vi.useRealTimers();
    expect(outcomes).toEqual(outcomes.map((_, i) => i > 29));
  });
});
