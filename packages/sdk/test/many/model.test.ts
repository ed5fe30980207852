import fc from 'fast-check';
import { expect, test } from 'vitest';
import { all, createModelService, type Judge, message, messages } from './model-service.ts';

const COUNT = 40;

/** How a service says that it refuses a request because of some of its messages. */
const refusals = fc.constantFrom(
  { status: 409, code: 'duplicate_id' },
  { status: 409, code: 'shared_sender_unavailable' },
  { status: 413, code: 'payload_too_large' },
  { status: 400, code: 'invalid_request', named: true },
  { status: 422, text: '{"message":"No"}' },
  { status: 403, code: 'a_code_of_2031' },
);
const numbers = fc.uniqueArray(fc.integer({ min: 0, max: COUNT - 1 }), { maxLength: 6 });
const sizes = { chunkSize: fc.integer({ min: 1, max: COUNT }), concurrency: fc.integer({ min: 1, max: 5 }) };

/** Refuses a request with a bad message, loses some of the others, and responds in any order. */
function judgeOf(
  bad: ReadonlySet<string>,
  { named, ...verdict }: { readonly status: number; readonly named?: boolean },
  losses: readonly ('before' | 'after' | undefined)[],
): Judge {
  return async (sent, n) => {
    for (let i = 0; i < (n * 7) % 5; i++) await Promise.resolve();
    const issues = sent.flatMap(({ body }, i) =>
      named && bad.has(body) ? [{ path: `messages.${i}.to`, message: 'is wrong' }] : [],
    );
    if (sent.some(({ body }) => bad.has(body))) return { ...verdict, ...(named && { issues }) };
    const lost = losses[n % losses.length];
    return lost === undefined ? undefined : { lost };
  };
}

const losses = fc.array(fc.constantFrom(undefined, undefined, undefined, 'before', 'after'), {
  minLength: 1,
  maxLength: 7,
});

test('whatever is refused or lost: no message is queued twice, each outcome is true, and requests are bounded', async () => {
  await fc.assert(
    fc.asyncProperty(fc.record({ bad: numbers, refusal: refusals, losses, ...sizes }), async (run) => {
      const bad = new Set(run.bad.map((n) => message(n).body));
      const service = createModelService(judgeOf(bad, run.refusal, run.losses));
      const { chunkSize, concurrency } = run;
      const options = { chunkSize, concurrency, stopWhen: () => false };
      const outcomes = await all(service.client.messages.sendMany(messages(COUNT), options));
      expect(outcomes.map(({ index }) => index)).toEqual(Array.from({ length: COUNT }, (_, i) => i));
      for (const times of service.queued.values()) expect(times).toBe(1);
      for (const { ok, id, ...outcome } of outcomes) {
        const wasQueued = service.queued.has(id ?? '');
        if (ok) expect(wasQueued).toBe(true);
        else if (wasQueued) expect(outcome).toMatchObject({ error: { maybeSent: true } });
      }
      const chunks = Math.ceil(COUNT / chunkSize);
      // Dividing a chunk in halves never makes more than two requests for each message.
      expect(service.requests.length).toBeLessThanOrEqual(chunks + 2 * COUNT);
      expect(service.peak()).toBeLessThanOrEqual(concurrency);
    }),
    { numRuns: 60 },
  );
});

test('a message that the service names, or a single bad one that it does not name, fails alone', async () => {
  const one = fc.record({ bad: fc.integer({ min: 0, max: COUNT - 1 }), refusal: refusals, ...sizes });
  await fc.assert(
    fc.asyncProperty(one, async ({ bad, refusal, chunkSize, concurrency }) => {
      const service = createModelService(judgeOf(new Set([message(bad).body]), refusal, [undefined]));
      const options = { chunkSize, concurrency };
      const outcomes = await all(service.client.messages.sendMany(messages(COUNT), options));
      expect(outcomes.filter(({ ok }) => !ok).map(({ index }) => index)).toEqual([bad]);
      const chunks = Math.ceil(COUNT / chunkSize);
      expect(service.requests.length).toBeLessThanOrEqual(chunks + 2 + 2 * Math.ceil(Math.log2(COUNT)));
    }),
    { numRuns: 40 },
  );
});

test('with safeResend, messages of lost requests are queued exactly once, too', async () => {
  await fc.assert(
    fc.asyncProperty(fc.record({ losses, ...sizes }), async ({ losses: lost, chunkSize, concurrency }) => {
      const known = new Set<string>();
      const service = createModelService(
        (sent, n) => {
          if (sent.some(({ id }) => known.has(id))) return { status: 409, code: 'duplicate_id' };
          const how = lost[n % lost.length];
          if (how !== 'before') for (const { id } of sent) known.add(id);
          return how === undefined ? undefined : { lost: how };
        },
        { safeResend: true, retry: { delay: 0, attempts: 10 } },
      );
      const options = { chunkSize, concurrency, stopWhen: () => false };
      const outcomes = await all(service.client.messages.sendMany(messages(COUNT), options));
      for (const times of service.queued.values()) expect(times).toBe(1);
      for (const outcome of outcomes) {
        if (outcome.ok) expect(service.queued.has(outcome.id ?? '')).toBe(true);
        else expect(outcome.error.maybeSent || !service.queued.has(outcome.id ?? '')).toBe(true);
      }
      if (lost.includes(undefined) && lost.length > 1) return;
      if (lost[0] === undefined || lost[0] === 'after') expect(outcomes.every(({ ok }) => ok)).toBe(true);
    }),
    { numRuns: 25 },
  );
});
