import { createMessagingClient, type MessagingClient, type RetryOptions } from '@messaging-service/sdk';
import { beforeEach, describe, expect, vi } from 'vitest';
import { BATCH_UUID, createFullClient, failureOf, message, operations, samples } from './samples.ts';
import {
  ACCOUNT_KEY,
  BASE_URL,
  fakeTimeLimit,
  LIMIT,
  limitInBody,
  ORGANIZATION_KEY,
  type ScriptedService,
  scripting,
  test,
} from './scripted-service.ts';

const send = samples['messages.send'].call;
const list = samples['batches.listPending'].call;
const repeatable = operations.filter((operation) => operation.repeatable);
const unrepeatable = operations.filter((operation) => !operation.repeatable);

const responding =
  (...answer: Parameters<ScriptedService['answer']>) =>
  (service: ScriptedService) => {
    service.answer(...answer);
    return {};
  };

/** Ways for an attempt to end with an unknown outcome. */
const uncertain: Readonly<Record<string, (service: ScriptedService) => object>> = {
  'a connection reset after the request': scripting((response) => response.destroy()),
  'a connection lost in the middle of the body': scripting((response) =>
    response.writeHead(200, { 'content-length': '1000' }).write('{', () => response.destroy()),
  ),
  'a timeout without a response': (service) => {
    service.script(fakeTimeLimit());
    return { timeout: LIMIT };
  },
  'a response whose body stalls': (service) => {
    service.script((response) => response.write('{'));
    return { timeout: LIMIT, fetch: limitInBody() };
  },
  'a 500': responding(500, ''),
  'a 502 of some proxy': responding(502, '<h1>Bad gateway</h1>', { 'retry-after': '0' }),
  'a 504': responding(504, ''),
  'a 503 of some proxy': responding(503, '<h1>First byte timeout</h1>', { 'retry-after': '0' }),
  'a 503 with a code that is not one of the service’s': responding(503, {
    error: { code: 'overloaded', message: 'Later.' },
  }),
  'a 500 with a code of the service in another form of body': responding(500, {
    code: 'service_unavailable',
    message: 'Later.',
  }),
  'a 408': responding(408, ''),
};

describe('after an attempt that may have been processed', () => {
  for (const [cell, prepare] of Object.entries(uncertain)) {
    test.for(unrepeatable)(`${cell}: $name makes exactly one request`, async ({ call }, { service }) => {
      const options = prepare(service);
      const error = await failureOf(call(createFullClient(service.url, options)));
      expect(service.received).toHaveLength(1);
      expect(error).toMatchObject({ attempts: 1, maybeSent: true });
    });

    test.for(repeatable)(`${cell}: $name is tried three times`, async ({ call }, { service }) => {
      const options = prepare(service);
      const error = await failureOf(call(createFullClient(service.url, options)));
      expect(service.received).toHaveLength(3);
      expect(error).toMatchObject({ attempts: 3, maybeSent: true });
    });
  }
});

describe('after an attempt that certainly had no effect, everything is tried again', () => {
  const unavailable = JSON.stringify({ error: { code: 'service_unavailable', message: 'Later.' } });
  for (const [what, status, body] of [
    ['a 429', 429, ''],
    ['a 503 with the code service_unavailable', 503, unavailable],
    ['the code service_unavailable with another status', 500, unavailable],
  ] as const) {
    test.for(operations)(`${what}: $name`, async ({ call, answer }, { service }) => {
      service.script((response) => {
        if (service.received.length < 3) response.writeHead(status).end(body);
        else response.end(JSON.stringify(answer));
      });
      const client = createFullClient(service.url);
      expect(await call(client)).toEqual(answer);
      expect(service.received).toHaveLength(3);
      const bodies = new Set(service.received.map(({ body }) => JSON.stringify(body)));
      expect(bodies.size).toBe(1);
    });
  }

  test('until an attempt that may have been processed', async ({ service }) => {
    service.script((response) => {
      if (service.received.length < 2) response.writeHead(503).end(unavailable);
      else response.destroy();
    });
    const error = await failureOf(send(createFullClient(service.url, { retry: { attempts: 9, delay: 0 } })));
    expect(error).toMatchObject({ name: 'ConnectionError', attempts: 2, maybeSent: true });
    expect(service.received).toHaveLength(2);
  });
});

describe('failures that are final, even for a read', () => {
  test.for([400, 401, 402, 403, 404, 405, 409, 413, 422, 501, 505])('a %i', async (status, { service }) => {
    service.answer(status, '', { 'retry-after': '0' });
    expect(await failureOf(list(createFullClient(service.url)))).toMatchObject({ attempts: 1, status });
  });

  test('a code of the service, with any status', async ({ service }) => {
    service.answer(503, { error: { code: 'insufficient_credits', message: 'No.' } });
    expect(await failureOf(list(createFullClient(service.url)))).toMatchObject({ attempts: 1, status: 503 });
  });

  test('an unexpected response', async ({ service }) => {
    service.answer(200, {});
    expect(await failureOf(list(createFullClient(service.url)))).toMatchObject({ attempts: 1 });
  });

  test('the caller aborts the call', async ({ service }) => {
    const controller = new AbortController();
    service.script(() => controller.abort());
    const call = createFullClient(service.url).batches.listPending({ signal: controller.signal });
    expect(await failureOf(call)).toMatchObject({ name: 'AbortError', attempts: 1 });
  });
});

describe('the option retry', () => {
  const requestsWith = async (service: ScriptedService, client: object, ofCall?: RetryOptions | false) => {
    service.answer(500, '');
    const { batches } = createFullClient(service.url, client);
    const error = await failureOf(batches.listPending({ retry: ofCall }));
    expect(error).toMatchObject({ attempts: service.received.length });
    return service.received.length;
  };

  test('false means never, for the client or for a call', async ({ service }) => {
    expect(await requestsWith(service, { retry: false })).toBe(1);
    expect(await requestsWith(service, { retry: { delay: 0 } }, false).catch(() => 2)).toBe(2);
  });

  test('attempts counts the first time too', async ({ service }) => {
    expect(await requestsWith(service, { retry: { attempts: 5, delay: 0 } })).toBe(5);
  });

  test('options of a call take precedence, and those that it does not set are the client’s', async ({
    service,
  }) => {
    expect(await requestsWith(service, { retry: { attempts: 5, delay: 0 } }, { attempts: 2 })).toBe(2);
  });

  test('a call may allow retries that the client forbids', async ({ service }) => {
    expect(await requestsWith(service, { retry: false }, { attempts: 2, delay: 0 })).toBe(2);
  });
});

describe('duplicate_id (MSG-10, BAT-7), of identifiers that', () => {
  const duplicate = JSON.stringify({
    error: { code: 'duplicate_id', message: 'The identifier was used before.' },
  });
  const batch = { from: 'DEMO', message: 'Hello', destinations: ['447700900123'] };

  test.for<[string, boolean, (client: ReturnType<typeof createFullClient>) => Promise<unknown>]>([
    [
      'the client made: a copy of the request was there before',
      true,
      (client) => client.messages.sendOne(message),
    ],
    ['the client made, of a batch', true, (client) => client.batches.send(batch)],
    ['the caller gave', false, (client) => client.messages.sendOne({ ...message, id: BATCH_UUID })],
    [
      'the caller gave for some',
      false,
      ({ messages }) => messages.send({ messages: [message, { ...message, id: BATCH_UUID }] }),
    ],
    ['the caller gave, of a batch', false, (client) => client.batches.send({ ...batch, uuid: BATCH_UUID })],
  ])('%s', async ([, maybeSent, call], { service }) => {
    service.answer(409, duplicate);
    const error = await failureOf(call(createFullClient(service.url)));
    expect(error).toMatchObject({ name: 'ConflictError', code: 'duplicate_id', attempts: 1, maybeSent });
    expect(service.received).toHaveLength(1);
  });
});

describe('how long it waits, in virtual time', () => {
  const now = new Date('2030-01-01T09:00:00Z');
  beforeEach(() => {
    vi.useFakeTimers({ now, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  });

  /** The waits before the attempts after the given responses, in milliseconds. */
  async function waits(answers: readonly ResponseInit[], retry: RetryOptions = {}): Promise<number[]> {
    const times: number[] = [];
    const client = createMessagingClient({
      baseUrl: BASE_URL,
      accountKey: ACCOUNT_KEY,
      retry: { attempts: answers.length + 1, ...retry },
      fetch: async () => {
        const answer = answers[times.length];
        times.push(Date.now());
        return answer === undefined ? Response.json({ batches: [] }) : new Response('', answer);
      },
    });
    const call = client.batches.listPending().catch(() => undefined);
    // Loading ky takes real time.
    while (times.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(3_600_000);
    await call;
    return times.slice(1).map((time, index) => time - (times[index] ?? 0));
  }
  const refusal = (headers: Record<string, string> = {}) => ({ status: 503, headers });

  test.for([
    ['in seconds', { 'retry-after': '7' }, 7000],
    ['in parts of seconds', { 'retry-after': '1.25' }, 1250],
    ['as a date', { 'retry-after': 'Tue, 01 Jan 2030 09:00:12 GMT' }, 12_000],
    ['as a date that has passed', { 'retry-after': 'Tue, 01 Jan 2030 08:00:00 GMT' }, 0],
    [
      'as a date, by the clock of the service if it sends one',
      { date: 'Tue, 01 Jan 2030 11:30:00 GMT', 'retry-after': 'Tue, 01 Jan 2030 11:30:05 GMT' },
      5000,
    ],
  ] as const)('retry-after %s (API-10)', async ([, headers, expected]) => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    expect(await waits([refusal(headers)])).toEqual([expected]);
  });

  test('retry-after as a date of the oldest form, which has no time zone and is GMT', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    vi.stubEnv('TZ', 'America/New_York');
    expect(await waits([refusal({ 'retry-after': 'Tue Jan  1 09:00:12 2030' })])).toEqual([12_000]);
  });

  test('up to `delay` longer than retry-after, so that clients that were refused together are spread (API-10)', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    expect(await waits([refusal({ 'retry-after': '7' })])).toEqual([7500]);
    expect(await waits([refusal({ 'retry-after': '7' })], { delay: 0 })).toEqual([7000]);
  });

  test('not at all if the service asks for more than maxDelay: an earlier attempt would be refused (API-10)', async () => {
    const tomorrow = refusal({ 'retry-after': '86400' });
    expect(await waits([tomorrow])).toEqual([]);
    expect(await waits([refusal({ 'retry-after': '2' })], { maxDelay: 1000 })).toEqual([]);
    expect(await waits([refusal({ 'retry-after': 'Sat, 01 Jan 2033 00:00:00 GMT' })])).toEqual([]);
    const fetch = async () => new Response('', tomorrow);
    const client = createMessagingClient({ baseUrl: BASE_URL, accountKey: ACCOUNT_KEY, fetch });
    expect(await failureOf(client.batches.listPending())).toMatchObject({
      attempts: 1,
      retryAfterMs: 86_400_000,
    });
  });

  test.for(['', 'soon', '-5', '1e9', 'NaN', '1 Jan 2030 09:00:12 GMT'])(
    'retry-after: %j counts as none',
    async (value) => {
      vi.spyOn(Math, 'random').mockReturnValue(1);
      expect(await waits([refusal({ 'retry-after': value })])).toEqual([500]);
    },
  );

  test('otherwise from half a second to a second, doubling', async () => {
    const failures = [refusal(), refusal(), refusal(), refusal()];
    const random = vi.spyOn(Math, 'random').mockReturnValue(1);
    expect(await waits(failures)).toEqual([500, 1000, 2000, 4000]);
    random.mockReturnValue(0);
    expect(await waits(failures)).toEqual([250, 500, 1000, 2000]);
    random.mockReturnValue(1);
    expect(await waits(failures, { delay: 10, maxDelay: 35 })).toEqual([10, 20, 35, 35]);
  });
});

describe('totalTimeout', () => {
  const failing = (service: ScriptedService, options: object) => createFullClient(service.url, options);

  test('ends an attempt with a longer timeout', async ({ service }) => {
    const passLimit = fakeTimeLimit();
    service.script((response) => response.write('{', passLimit));
    const error = await failureOf(list(failing(service, { totalTimeout: LIMIT, timeout: 10 * LIMIT })));
    expect(error).toMatchObject({ name: 'TimeoutError', limit: 'totalTimeout', timeout: LIMIT, attempts: 1 });
    expect((error as Error).message).toBe(`GET /batch took longer than ${LIMIT} ms in total`);
  });

  test('covers all attempts together', async ({ service }) => {
    service.script(fakeTimeLimit());
    const retry = { attempts: 99, delay: 0 };
    const client = failing(service, { totalTimeout: 2.5 * LIMIT, timeout: LIMIT, retry });
    const error = await failureOf(list(client));
    expect(error).toMatchObject({ name: 'TimeoutError', limit: 'totalTimeout', attempts: 3 });
    expect(service.received).toHaveLength(3);
  });

  test('a wait that would not end in time is not begun: the error is that of the attempt', async ({
    service,
  }) => {
    service.answer(503, '', { 'retry-after': '30' });
    const error = await failureOf(list(failing(service, { totalTimeout: 20_000, retry: {} })));
    expect(error).toMatchObject({ name: 'ServerError', attempts: 1, headers: { 'retry-after': '30' } });
  });

  test('can be set for a call', async ({ service }) => {
    service.script(fakeTimeLimit());
    const client = failing(service, { timeout: 10 * LIMIT });
    const call = client.messages.sendOne(message, { totalTimeout: LIMIT });
    expect(await failureOf(call)).toMatchObject({ limit: 'totalTimeout', attempts: 1, maybeSent: true });
  });
});

test('a signal that is aborted between two attempts ends the call, and the error has the details', async ({
  service,
}) => {
  const controller = new AbortController();
  service.answer(429, '', { 'retry-after': '30' });
  const client: MessagingClient = createMessagingClient({
    baseUrl: service.url,
    accountKey: ACCOUNT_KEY,
    organizationKey: ORGANIZATION_KEY,
    hooks: { beforeRetry: () => setImmediate(() => controller.abort('enough')) },
  });
  const error = await failureOf(client.messages.sendOne(message, { signal: controller.signal }));
  expect(error).toMatchObject({ name: 'AbortError', attempts: 1, maybeSent: false, cause: 'enough' });
  expect(service.received).toHaveLength(1);
});

test('a processed cancellation with a lost response has maybeSent', async ({ service }) => {
  service.script((response) => {
    if (service.received.length === 1) return response.destroy();
    const error = { code: 'batch_not_found', message: 'No such batch.' };
    return response.writeHead(404).end(JSON.stringify({ error }));
  });
  const error = await failureOf(createFullClient(service.url).batches.cancel(BATCH_UUID));
  expect(error).toMatchObject({ name: 'NotFoundError', attempts: 2, maybeSent: true });
});
