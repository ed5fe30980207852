import { inspect } from 'node:util';
import {
  AbortError,
  ConflictError,
  ConnectionError,
  type Fetch,
  type MessagingError,
  RequestValidationError,
  ServerError,
  TimeoutError,
} from '@messaging-service/sdk';
import { createMockMessagingClient, refuse } from '@messaging-service/sdk/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../samples.ts';
import { ACCOUNT_KEY, fakeTimeLimit, LIMIT } from '../scripted-service.ts';
import { createModelService, type Judge, message, messages } from './model-service.ts';

/** A service whose client coalesces, and tries again without waiting. */
function createService(judge?: Judge, options: object = {}) {
  return createModelService(judge, { coalesce: true, retry: { delay: 0, maxDelay: 0 }, ...options });
}

/** How many messages each request contained. */
const sizes = ({ requests }: ReturnType<typeof createModelService>) =>
  requests.map((request) => request.messages.length);

const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('calls of sendOne of one tick share a request', () => {
  test('and each promise resolves to its own message', async () => {
    const service = createService();
    const queued = await Promise.all([...messages(25)].map((one) => service.client.messages.sendOne(one)));
    expect(queued.map(({ body }) => body)).toEqual([...messages(25)].map(({ body }) => body));
    expect(sizes(service)).toEqual([25]);
  });

  test('also when one follows a promise that is settled already', async () => {
    const service = createService();
    const { sendOne } = service.client.messages;
    const later = async (n: number) => {
      for (let i = 0; i < n; i++) await Promise.resolve();
      return sendOne(message(n));
    };
    await Promise.all([later(0), later(1), later(5)]);
    expect(sizes(service)).toEqual([3]);
  });

  test('calls of different ticks do not', async () => {
    const service = createService();
    const first = service.client.messages.sendOne(message(0));
    await nextTurn();
    await Promise.all([first, service.client.messages.sendOne(message(1))]);
    expect(sizes(service)).toEqual([1, 1]);
  });

  test('at most 100 share one', async () => {
    const service = createService();
    await Promise.all([...messages(250)].map((one) => service.client.messages.sendOne(one)));
    expect(sizes(service).toSorted((a, b) => a - b)).toEqual([50, 100, 100]);
  });

  test('without the option none do, and messages.send never does', async () => {
    const alone = createService(undefined, { coalesce: false });
    await Promise.all([...messages(3)].map((one) => alone.client.messages.sendOne(one)));
    expect(sizes(alone)).toEqual([1, 1, 1]);
    const service = createService();
    const { send, sendOne } = service.client.messages;
    await Promise.all([send({ messages: [message(0)] }), sendOne(message(1)), sendOne(message(2))]);
    expect(sizes(service)).toEqual([1, 2]);
  });

  test('calls with different options do not share, and each has its own', async () => {
    const service = createService();
    const { sendOne } = service.client.messages;
    await Promise.all([
      sendOne(message(0)),
      sendOne(message(1), { dryRun: true }),
      sendOne(message(2), { timeout: 1000 }),
      sendOne(message(3), { retry: false }),
      sendOne(message(4), { timeout: undefined, signal: new AbortController().signal }),
    ]);
    const texts = service.requests.map((request) => request.messages.map(({ body }) => body));
    expect(texts.map((some) => some.join()).toSorted()).toEqual(['no. 0,no. 4', 'no. 1', 'no. 2', 'no. 3']);
    const dry = service.requests.filter(({ query }) => query.isDryrun === 'true');
    expect(dry.map((request) => request.messages[0]?.body)).toEqual(['no. 1']);
  });

  test('withResponse describes the shared request, with the own message as its data', async () => {
    const service = createService();
    const { sendOne } = service.client.messages;
    const results = await Promise.all([0, 1].map((n) => sendOne(message(n)).withResponse()));
    expect(results).toMatchObject([
      { data: { body: 'no. 0' }, status: 200, attempts: 1, headers: { 'content-type': 'application/json' } },
      { data: { body: 'no. 1' }, status: 200, attempts: 1 },
    ]);
    expect(sizes(service)).toEqual([2]);
  });

  test('a message that is changed after the call is sent unchanged', async () => {
    const service = createService();
    const mutable = { ...message(0) };
    const call = service.client.messages.sendOne(mutable);
    mutable.body = 'changed';
    expect((await call).body).toBe('no. 0');
  });

  test('a mock client does the same', async () => {
    const client = createMockMessagingClient({ coalesce: true });
    client.on('messages.send', refuse('insufficient_credits'), { times: 1 });
    await Promise.all([0, 1].map((n) => client.messages.sendOne(message(n))));
    expect(client.calls.map(({ body }) => (body as { messages: unknown[] }).messages.length)).toEqual([
      2, 1, 1,
    ]);
  });
});

describe('a call that fails fails alone', () => {
  test('an invalid message is not sent, and its issues are those of a single message', async () => {
    const service = createService();
    const { sendOne } = service.client.messages;
    const calls = [sendOne(message(0)), sendOne({ ...message(1), to: 'x' }), sendOne(message(2))];
    const [first, second, third] = await Promise.allSettled(calls);
    expect([first?.status, third?.status]).toEqual(['fulfilled', 'fulfilled']);
    const { reason } = second as PromiseRejectedResult;
    expect(reason).toBeInstanceOf(RequestValidationError);
    expect(reason).toMatchObject({ attempts: 0, maybeSent: false, issues: [{ path: 'messages.0.to' }] });
    expect(sizes(service)).toEqual([2]);
  });

  test.for([
    ['a BigInt', { body: 1n }],
    ['a getter that throws', Object.defineProperty({}, 'to', { enumerable: true, get: () => expect.fail() })],
    ['nothing', undefined],
  ])('%s spoils no other call', async ([, hostile]) => {
    const service = createService();
    const { sendOne } = service.client.messages;
    const bad = failureOf(sendOne(hostile as never));
    const good = await Promise.all([sendOne(message(0)), sendOne(message(1))]);
    expect(await bad).toBeInstanceOf(RequestValidationError);
    expect(good.map(({ body }) => body)).toEqual(['no. 0', 'no. 1']);
    expect([...service.queued.values()]).toEqual([1, 1]);
  });

  test.for([[3], [{ dryrun: true }], [{ timeout: 0 }], [{ signal: 'abort' }]])(
    'wrong options are refused, and do not affect other calls: %j',
    async ([options]) => {
      const service = createService();
      const { sendOne } = service.client.messages;
      const bad = failureOf(sendOne(message(0), options as never));
      await sendOne(message(1));
      expect(await bad).toBeInstanceOf(RequestValidationError);
      expect([...service.queued.values()]).toEqual([1]);
    },
  );

  test('after a lost response, each call gets the error of its own message, and nothing is sent again', async () => {
    const service = createService(() => ({ lost: 'after' }));
    const calls = [...messages(3)].map((one) => failureOf(service.client.messages.sendOne(one)));
    const errors = (await Promise.all(calls)) as MessagingError[];
    const sent = service.requests[0]?.messages.map(({ id }) => id);
    for (const error of errors) expect(error).toBeInstanceOf(ConnectionError);
    expect(errors.flatMap(({ ids }) => ids)).toEqual(sent);
    expect(errors.map(({ ids, attempts, maybeSent }) => [ids.length, attempts, maybeSent])).toEqual(
      Array.from({ length: 3 }, () => [1, 1, true]),
    );
    expect(new Set(errors).size).toBe(3);
    expect([...service.queued.values()]).toEqual([1, 1, 1]);
  });

  test('an error that is shared keeps all its members', async () => {
    const service = createService(() => ({ status: 500 }));
    const [one, other] = (await Promise.all(
      [0, 1].map((n) => failureOf(service.client.messages.sendOne(message(n)))),
    )) as ServerError[];
    expect(one).toBeInstanceOf(ServerError);
    expect(one).toMatchObject({ status: 500, body: '<html>', maybeSent: true, name: 'ServerError' });
    expect(one?.headers['content-type']).toBe(other?.headers['content-type']);
    expect(one?.message).toBe(other?.message);
    expect(one?.ids).not.toEqual(other?.ids);
  });

  test('a timeout is that of the shared request', async () => {
    const passLimit = fakeTimeLimit();
    const service = createService(() => {
      setImmediate(passLimit);
      return new Promise<never>(() => undefined);
    });
    const errors = (await Promise.all(
      [0, 1].map((n) => failureOf(service.client.messages.sendOne(message(n), { timeout: LIMIT }))),
    )) as TimeoutError[];
    for (const error of errors) {
      expect(error).toBeInstanceOf(TimeoutError);
      expect(error).toMatchObject({
        timeout: LIMIT,
        limit: 'timeout',
        maybeSent: true,
        ids: [expect.any(String)],
      });
      expect(error.message).toBe(`POST /message took longer than ${LIMIT} ms`);
    }
  });

  test('the key is in none of the errors', async () => {
    const fetch = (url: string) => Promise.reject(new Error(url, { cause: { url } }));
    const { client } = createService(undefined, { fetch });
    const errors = await Promise.all([0, 1].map((n) => failureOf(client.messages.sendOne(message(n)))));
    const shown = inspect([errors, client], { depth: Infinity, showHidden: true, getters: true });
    expect(shown).toContain('[redacted]');
    expect(shown + JSON.stringify(errors)).not.toContain(ACCOUNT_KEY);
  });

  test('no rejection is left unhandled, whichever of the promises is awaited', async () => {
    const unhandled: unknown[] = [];
    const onUnhandled = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', onUnhandled);
    const { client } = createService(() => ({ lost: 'after' }));
    await Promise.all([
      failureOf(client.messages.sendOne(message(0))),
      failureOf(client.messages.sendOne(message(1)).withResponse()),
    ]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('unhandledRejection', onUnhandled);
    expect(unhandled).toEqual([]);
  });

  test('property: each invalid message is refused alone, and each valid one is queued once', async () => {
    const numbers = fc.uniqueArray(fc.nat({ max: 39 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(numbers, fc.integer({ min: 1, max: 40 }), async (bad, count) => {
        const isBad = (body: string) => bad.includes(Number(body.slice('no. '.length)));
        const service = createService((sent) =>
          sent.some(({ body }) => isBad(body)) ? { status: 409, code: 'duplicate_id' } : undefined,
        );
        const outcomes = await Promise.allSettled(
          [...messages(count)].map((one) => service.client.messages.sendOne(one)),
        );
        for (const [n, outcome] of outcomes.entries()) {
          if (outcome.status === 'fulfilled') expect(outcome.value.body).toBe(`no. ${n}`);
          else expect(outcome.reason).toBeInstanceOf(ConflictError);
          expect(outcome.status === 'rejected').toBe(bad.includes(n));
        }
        expect([...service.queued.values()].every((times) => times === 1)).toBe(true);
        expect(service.queued.size).toBe(outcomes.filter(({ status }) => status === 'fulfilled').length);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a signal affects its caller only', () => {
  test('aborted beforehand: nothing is sent, and no other call waits for it', async () => {
    const service = createService();
    const { sendOne } = service.client.messages;
    const error = failureOf(sendOne(message(0), { signal: AbortSignal.abort('enough') }));
    await sendOne(message(1));
    expect(await error).toBeInstanceOf(AbortError);
    expect(await error).toMatchObject({ attempts: 0, maybeSent: false, cause: 'enough' });
    expect(service.requests.map((request) => request.messages.map(({ body }) => body))).toEqual([['no. 1']]);
  });

  test('aborted in the same tick: the message is left out', async () => {
    const service = createService();
    const { sendOne } = service.client.messages;
    const controller = new AbortController();
    const error = failureOf(sendOne(message(0), { signal: controller.signal }));
    const other = sendOne(message(1));
    controller.abort();
    expect(await error).toMatchObject({ name: 'AbortError', attempts: 0, maybeSent: false });
    await other;
    expect(sizes(service)).toEqual([1]);
  });

  test('aborted while the request is running: the others stay, and the message may be queued', async () => {
    const answer = Promise.withResolvers<undefined>();
    const controller = new AbortController();
    const service = createService(() => {
      controller.abort();
      return answer.promise;
    });
    const { sendOne } = service.client.messages;
    const leaving = failureOf(sendOne(message(0), { signal: controller.signal }));
    const staying = sendOne(message(1));
    expect(await leaving).toMatchObject({ name: 'AbortError', attempts: 1, maybeSent: true });
    answer.resolve(undefined);
    expect((await staying).body).toBe('no. 1');
    expect([...service.queued.values()]).toEqual([1, 1]);
  });

  test('when all have left, the request is ended', async () => {
    const ended = Promise.withResolvers<unknown>();
    const controllers = [new AbortController(), new AbortController()];
    const fetch: Fetch = (_url, { signal }) => {
      signal.addEventListener('abort', () => ended.resolve('ended'));
      for (const controller of controllers) controller.abort('enough');
      return new Promise<never>(() => undefined);
    };
    const { client } = createService(undefined, { fetch });
    const errors = await Promise.all(
      controllers.map(({ signal }, n) => failureOf(client.messages.sendOne(message(n), { signal }))),
    );
    expect(await ended.promise).toBe('ended');
    for (const error of errors) {
      expect(error).toBeInstanceOf(AbortError);
      expect(error).toMatchObject({ attempts: 1, maybeSent: true, cause: 'enough' });
      expect((error as AbortError).ids).toHaveLength(1);
    }
  });

  test('aborted after a refusal: the message is not sent again', async () => {
    const controller = new AbortController();
    const service = createService((sent, n) => {
      if (n === 1) controller.abort();
      return sent.length > 1 ? { status: 409, code: 'duplicate_id' } : undefined;
    });
    const { sendOne } = service.client.messages;
    const first = sendOne(message(0));
    const error = await failureOf(sendOne(message(1), { signal: controller.signal }));
    expect(error).toMatchObject({ name: 'AbortError', attempts: 1, maybeSent: false });
    await first;
    expect(sizes(service)).toEqual([2, 1]);
  });

  test('no listener is left on it', async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listeners += 1;
      addEventListener.apply(signal, args);
    };
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listeners -= 1;
      removeEventListener.apply(signal, args);
    };
    const good = createService();
    const bad = createService(() => ({ lost: 'after' }));
    await good.client.messages.sendOne(message(0), { signal });
    await failureOf(bad.client.messages.sendOne(message(0), { signal }));
    expect(listeners).toBe(0);
  });
});
