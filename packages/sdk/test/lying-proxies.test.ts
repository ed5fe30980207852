import { createMessagingClient, type Fetch, MessagingError } from '@messaging-service/sdk';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ACCOUNT_KEY, fakeTimeLimit, LIMIT } from './scripted-service.ts';

/** One request on its way through a proxy. `acts` says whether the service processes it before the proxy does its part. */
interface Passage {
  readonly effect: 'pass' | 'outage' | 'status' | 'page' | 'cut' | 'delay' | 'twice';
  readonly acts: boolean;
  readonly status: number;
}

const passages = fc.array(
  fc.record({
    effect: fc.constantFrom('pass', 'outage', 'status', 'page', 'cut', 'delay', 'twice'),
    acts: fc.boolean(),
    status: fc.constantFrom(408, 499, 500, 502, 503, 504, 520),
  }),
  { minLength: 1, maxLength: 6 },
) satisfies fc.Arbitrary<Passage[]>;

interface Text {
  readonly to: string;
  readonly body: string;
  readonly id: string;
}

/** A service that counts texts. Some services refuse identifiers that were used before, and some do not. */
function createService(refusesRepeatedIds: boolean) {
  const texts: Text[] = [];
  return {
    texts,
    process(body: string): Response {
      const { messages } = JSON.parse(body) as { messages: Text[] };
      const used = new Set(refusesRepeatedIds ? texts.map(({ id }) => id) : []);
      const issues = messages.flatMap(({ id }, i) =>
        used.has(id) ? [{ path: `messages.${i}.id`, message: 'was used before' }] : [],
      );
      if (issues.length > 0)
        return Response.json({ error: { code: 'duplicate_id', message: 'No.', issues } }, { status: 409 });
      texts.push(...messages);
      const from = { type: 'shared', value: '447700900980' };
      const queued = messages.map(({ id, to, body: text }) => {
        return { to, body: text, from, id, batchUuid: id, messageUuid: id, scheduled: false };
      });
      return Response.json({ messages: queued });
    },
  };
}

/** A proxy that treats each request as the next of its passages says, and passes all later ones on. */
function createProxy(
  script: readonly Passage[],
  process: (body: string) => Response,
  passTime: () => void,
): Fetch {
  const rest = [...script];
  return async (_, { body, signal }) => {
    const { effect, acts, status } = rest.shift() ?? { effect: 'pass', acts: true, status: 0 };
    const request = String(body);
    if (effect === 'outage')
      return Response.json({ error: { code: 'service_unavailable', message: 'Later.' } }, { status: 503 });
    const response = effect === 'pass' || acts || effect === 'twice' ? process(request) : undefined;
    switch (effect) {
      case 'status':
        return new Response('', { status, headers: { 'retry-after': '0' } });
      case 'page':
        return new Response('<html>The connection was reset</html>', { status: 200 });
      case 'cut':
        throw new TypeError('fetch failed', { cause: new Error('other side closed') });
      case 'delay':
        setImmediate(passTime);
        return new Promise<never>((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
      case 'twice':
        return process(request);
      default:
        return response as Response;
    }
  };
}

const sends = fc.record({
  script: passages,
  refusesRepeatedIds: fc.boolean(),
  safeResend: fc.boolean(),
  hasOwnIds: fc.boolean(),
  count: fc.integer({ min: 1, max: 3 }),
});

test('whatever proxies do: no text is sent twice, and no text that was sent is reported as not sent (MSG-10)', async () => {
  const passTime = fakeTimeLimit();
  await fc.assert(
    fc.asyncProperty(sends, async ({ script, refusesRepeatedIds, hasOwnIds, count, ...options }) => {
      // A proxy that repeats requests itself, in front of a service that accepts them, is beyond any client.
      const possible = refusesRepeatedIds ? script : script.filter(({ effect }) => effect !== 'twice');
      const service = createService(refusesRepeatedIds);
      const client = createMessagingClient({
        baseUrl: 'https://api.messaging.test',
        accountKey: ACCOUNT_KEY,
        fetch: createProxy(possible, service.process, passTime),
        timeout: LIMIT,
        retry: { attempts: 4, delay: 0 },
        // Only right for a service that refuses repeated identifiers.
        safeResend: options.safeResend && refusesRepeatedIds,
      });
      const messages = Array.from({ length: count }, (_, i) => ({
        to: `44770090012${i}`,
        body: `no. ${i}`,
        from: { type: 'shared' as const },
        ...(hasOwnIds && { id: crypto.randomUUID() }),
      }));
      const result = await client.messages.send({ messages }).catch((error: unknown) => error);
      const sent = service.texts.length;
      expect(new Set(service.texts.map(({ to }) => to)).size).toBe(sent);
      if (!(result instanceof MessagingError)) expect(sent).toBe(count);
      else if (sent > 0) expect(result.maybeSent || 'code' in result).toBe(true);
      if (sent > 0 && result instanceof MessagingError && !result.maybeSent)
        expect(result).toMatchObject({ code: 'duplicate_id' });
    }),
    { numRuns: 400 },
  );
});
