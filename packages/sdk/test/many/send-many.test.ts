import { MessagingError, RequestValidationError } from '@messaging-service/sdk';
import { throwing } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';
import { failureOf, recordingLogger, rejection, UUID_V7 } from '../samples.ts';
import { all, createModelService, message, messages } from './model-service.ts';

describe('every message has its outcome', () => {
  test.for(['an array', 'a generator', 'an async generator'])(
    'in the order of the source: %s',
    async (kind) => {
      const { client, requests } = createModelService();
      const given = [...messages(25)];
      async function* slowly() {
        for (const one of given) yield await Promise.resolve(one);
      }
      const source = kind === 'an array' ? given : kind === 'a generator' ? messages(25) : slowly();
      const outcomes = await all(client.messages.sendMany(source, { chunkSize: 10 }));
      expect(outcomes.map(({ index }) => index)).toEqual(given.map((_, i) => i));
      expect(outcomes.map((outcome) => outcome.message)).toEqual(given);
      expect(outcomes.map((outcome) => outcome.ok && outcome.queued.body)).toEqual(
        given.map(({ body }) => body),
      );
      expect(requests.map((request) => request.messages.length)).toEqual([10, 10, 5]);
    },
  );

  test('also when later requests get their responses first', async () => {
    const first = Promise.withResolvers<undefined>();
    const { client } = createModelService((_messages, n) => {
      if (n === 0) return first.promise;
      if (n === 3) first.resolve(undefined);
      return undefined;
    });
    const outcomes = await all(client.messages.sendMany(messages(4), { chunkSize: 1, concurrency: 4 }));
    expect(outcomes.map(({ index, ok }) => [index, ok])).toEqual([0, 1, 2, 3].map((i) => [i, true]));
  });

  test('an empty source makes no request', async () => {
    const { client, requests } = createModelService();
    expect(await all(client.messages.sendMany([]))).toEqual([]);
    expect(requests).toEqual([]);
  });

  test('each has an identifier, its own or a generated one, under which it was sent', async () => {
    const { client, requests } = createModelService();
    const id = '11111111-2222-3333-4444-555555555555';
    const outcomes = await all(client.messages.sendMany([message(0), { ...message(1), id }]));
    expect(outcomes.map((outcome) => outcome.id)).toEqual([expect.stringMatching(UUID_V7), id]);
    expect(requests[0]?.messages.map((one) => one.id)).toEqual(outcomes.map((outcome) => outcome.id));
    expect(outcomes[0]?.message).toEqual(message(0));
  });

  test.for([{ dryRun: true }, { isDryrun: true }])(
    'defaults, a timeout and %j apply to every request (MSG-3)',
    async (dryRun) => {
      const { client, requests } = createModelService();
      const rows = [...messages(2)].map(({ to, body }) => ({ to, body }));
      const options = {
        defaults: { from: { type: 'shared' } },
        ...dryRun,
        timeout: 5000,
        chunkSize: 1,
      } as const;
      expect(await all(client.messages.sendMany(rows, options))).toMatchObject([{ ok: true }, { ok: true }]);
      for (const { query } of requests) expect(query).toMatchObject({ isDryrun: 'true', dryRun: 'true' });
    },
  );
});

describe('progress is reported chunk by chunk, before the outcomes are yielded', () => {
  test.for<readonly [string, () => unknown]>([
    ['throws', throwing(new RangeError('mine'))],
    ['rejects', () => rejection(new RangeError('mine'))],
  ])('to a function that %s: every outcome is yielded, and the failure is logged', async ([, onProgress]) => {
    const { errors, logger } = recordingLogger();
    const { client } = createModelService(undefined, { logger });
    const outcomes = await all(client.messages.sendMany(messages(5), { chunkSize: 5, onProgress }));
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
    expect(errors()).toEqual(['onProgress failed: mine']);
  });

  test('queued and failed messages are counted', async () => {
    const { client } = createModelService();
    const seen: object[] = [];
    const source = [...messages(5)].map((one, i) => (i === 3 ? { ...one, to: 'nobody' } : one));
    const options = { chunkSize: 2, onProgress: (progress: object) => seen.push(progress) };
    for await (const { index } of client.messages.sendMany(source, options)) seen.push({ index });
    expect(seen).toEqual([
      { settled: 2, queued: 2, failed: 0 },
      { index: 0 },
      { index: 1 },
      { settled: 4, queued: 3, failed: 1 },
      { index: 2 },
      { index: 3 },
      { settled: 5, queued: 4, failed: 1 },
      { index: 4 },
    ]);
  });
});

describe('bad input: a clear error before anything is read or sent', () => {
  test.for([
    [[], { chunkSize: 0 }, 'chunkSize'],
    [[], { chunkSize: 1.5 }, 'chunkSize'],
    [[], { chunkSize: '10' }, 'chunkSize'],
    [[], { concurrency: Number.POSITIVE_INFINITY }, 'concurrency'],
    [[], { onProgress: 'yes' }, 'onProgress'],
    [[], { signal: {} }, 'signal'],
    [[], { timeout: -1 }, 'timeout'],
    [[], { dryRun: 'yes' }, 'dryRun'],
    [[], { chunksize: 10 }, 'chunksize'],
    [[], { defaults: [] }, 'defaults'],
    [[], { defaults: { id: '11111111-2222-3333-4444-555555555555' } }, 'defaults.id'],
    [[], { rate: 0 }, 'rate'],
    [[], { rate: '10' }, 'rate'],
    [[], { rate: { messages: 1 } }, 'rate.per'],
    [[], { rate: { messages: 1, per: 1, a: 1 } }, 'rate.a'],
    [[], 0, 'options'],
    [undefined, {}, 'messages'],
    ['text', {}, 'messages'],
    [message(0), {}, 'messages'],
  ] as const)('%o with %o', async ([source, options, path]) => {
    const { client, requests } = createModelService();
    const error = await failureOf(all(client.messages.sendMany(source as [], options as object)));
    expect(error).toBeInstanceOf(RequestValidationError);
    expect((error as RequestValidationError).issues.map((issue) => issue.path)).toContain(path);
    expect(requests).toEqual([]);
  });

  test.for([
    ['a wrong number', { ...message(1), to: 'nobody' }],
    ['a mistyped field', { ...message(1), sendAt: new Date() }],
    ['no message', 42],
    ['nothing', undefined],
    ['an invalid date', { ...message(1), send_at: new Date(Number.NaN) }],
    ['half of a surrogate pair', { ...message(1), body: '\ud800' }],
    [
      'a getter that throws',
      Object.defineProperty({}, 'to', { enumerable: true, get: throwing(new Error('no')) }),
    ],
    ['options that cannot be read', new Proxy({}, { ownKeys: throwing(new Error('no')) })],
  ] as const)('a message with %s does not spoil its chunk, and is never sent', async ([, bad]) => {
    const { client, requests } = createModelService();
    const source = [message(0), bad as ReturnType<typeof message>, message(2)];
    const outcomes = await all(client.messages.sendMany(source));
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(outcomes[1]).toMatchObject({
      error: { name: 'RequestValidationError', attempts: 0, maybeSent: false },
    });
    expect(requests.flatMap((request) => request.messages.map(({ body }) => body))).toEqual([
      'no. 0',
      'no. 2',
    ]);
  });

  test('its error is that of sendOne, and the good ones of its chunk share one request', async () => {
    const { client, requests } = createModelService();
    const bad = { ...message(1), to: 'nobody' };
    const [, failed] = await all(client.messages.sendMany([message(0), bad, message(2), message(3)]));
    const alone = (await failureOf(client.messages.sendOne(bad))) as RequestValidationError;
    expect(failed).toMatchObject({ error: { message: alone.message, issues: alone.issues } });
    expect(requests).toHaveLength(1);
    expect(alone).toBeInstanceOf(MessagingError);
  });
});
