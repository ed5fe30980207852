import { createMessagingClient, type Fetch, type MismatchEvent } from '@messaging-service/sdk';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failureOf } from './samples.ts';
import { ACCOUNT_KEY } from './scripted-service.ts';

interface Sent {
  readonly id: string;
  readonly to: string;
  readonly body: string;
}

/** A queued message as a service returns it; its batch UUID shows which message it belongs to. */
function queuedOf({ id, to, body }: Sent) {
  const from = { type: 'shared', value: '447700900980' };
  return { to, body, from, id, messageUuid: id, batchUuid: `batch of ${body}`, scheduled: false };
}

/** A client of a service that changes its list of queued messages before it returns it. */
function createClient(change: (queued: ReturnType<typeof queuedOf>[]) => readonly object[]) {
  const mismatches: MismatchEvent[] = [];
  const fetch: Fetch = async (_, { body }) => {
    const { messages } = JSON.parse(String(body)) as { messages: Sent[] };
    return Response.json({ messages: change(messages.map(queuedOf)) });
  };
  const client = createMessagingClient({
    baseUrl: 'https://api.messaging.test',
    accountKey: ACCOUNT_KEY,
    fetch,
    hooks: { onMismatch: (event) => void mismatches.push(event) },
  });
  return { client, mismatches };
}

const from = { type: 'shared' } as const;
const messages = [0, 1, 2, 3].map((i) => ({ to: `44770090012${i}`, from, body: `no. ${i}` }));
const expected = messages.map(({ body }) => `batch of ${body}`);

describe('each result belongs to its message (MSG-5)', () => {
  test('whatever the order of the response: by the identifiers that the service returns', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), async (order) => {
        const { client, mismatches } = createClient((queued) => order.map((i) => queued[i] as object));
        const sent = await client.messages.send({ messages });
        expect(sent.messages.map(({ batchUuid }) => batchUuid)).toEqual(expected);
        const isInOrder = order.every((from, i) => from === i);
        expect(mismatches.map(({ issues }) => issues)).toEqual(
          isInOrder ? [] : [[{ path: 'messages', message: 'are not in the order of the request' }]],
        );
      }),
    );
  });

  test.for([
    ['digits', (to: string) => to],
    ['a plus', (to: string) => `+${to}`],
    ['zeros and spaces', (to: string) => `00${to.slice(0, 2)} ${to.slice(2)}`],
  ] as const)('by the recipient, written with %s, if there are no identifiers', async ([, write]) => {
    const { client } = createClient((queued) =>
      queued.toReversed().map(({ id, ...rest }) => ({ ...rest, messageUuid: 'x', to: write(rest.to) })),
    );
    const sent = await client.messages.send({ messages });
    expect(sent.messages.map(({ batchUuid }) => batchUuid)).toEqual(expected);
  });

  test('in order, among messages to the same recipient, and if there is nothing else', async () => {
    const same = messages.map((message) => ({ ...message, to: '447700900123' }));
    for (const strip of [['id'], ['id', 'to']]) {
      const { client } = createClient((queued) =>
        queued.map((one) => ({
          ...Object.fromEntries(Object.entries(one).filter(([name]) => !strip.includes(name))),
          messageUuid: 'x',
        })),
      );
      const sent = await client.messages.send({ messages: same });
      expect(sent.messages.map(({ batchUuid }) => batchUuid)).toEqual(expected);
    }
  });

  test('in the outcomes of sendMany, whose identifiers are recorded', async () => {
    const { client } = createClient((queued) => queued.toReversed());
    const recorded: [string, string | undefined][] = [];
    for await (const outcome of client.messages.sendMany(messages))
      if (outcome.ok) recorded.push([outcome.message.body, outcome.queued.batchUuid]);
    expect(recorded).toEqual(messages.map(({ body }, i) => [body, expected[i]]));
  });
});

test('a result of another message is never taken for the one of this message: the outcome is unknown (MSG-5)', async () => {
  const { client } = createClient((queued) =>
    queued.map((one, i) => (i === 2 ? { ...one, to: '447700900999', id: 'y', messageUuid: 'y' } : one)),
  );
  const error = await failureOf(client.messages.send({ messages }));
  expect(error).toMatchObject({
    name: 'UnexpectedResponseError',
    maybeSent: true,
    issues: [{ path: 'messages.2', message: 'belongs to none of the messages that were sent' }],
  });
});
