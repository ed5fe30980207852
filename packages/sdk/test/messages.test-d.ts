import {
  createMessagingClient,
  type MessageDefaults,
  type MessageOver,
  type OutboundMessage,
  type Sender,
  type SendMessagesRequest,
} from '@messaging-service/sdk';
import { assertType, describe, expectTypeOf, test } from 'vitest';

const { messages } = createMessagingClient({ baseUrl: 'https://api.messaging.test', accountKey: 'k' });
const to = '447700900123';
const body = 'Your table is ready';

describe('members that the defaults set are optional in messages, the others stay required (MSG-3, MSG-4)', () => {
  test('without defaults, everything is required that the service requires', () => {
    assertType(messages.send({ messages: [{ to, body, from: { type: 'shared' } }] }));
    // @ts-expect-error no from
    assertType(messages.send({ messages: [{ to, body }] }));
    // @ts-expect-error no body
    assertType(messages.send({ messages: [{ to, from: { type: 'shared' } }] }));
    // @ts-expect-error defaults that set nothing change nothing
    assertType(messages.send({ messages: [{ to, body }], defaults: {} }));
    // @ts-expect-error undefined sets nothing
    assertType(messages.send({ messages: [{ to, body }], defaults: undefined }));
  });

  test('`from: shared` in the defaults, `custom` in one message, without `as const`', () => {
    assertType(
      messages.send({
        defaults: { from: { type: 'shared' } },
        messages: [
          { to, body },
          { to, body, from: { type: 'custom', value: 'DEMO' } },
        ],
      }),
    );
    assertType(
      messages.send({
        messages: [
          { to, body },
          { to, body, from: { type: 'custom', value: 'DEMO' } },
        ],
        defaults: { from: { type: 'shared' } },
      }),
    );
    assertType(
      messages.send({
        defaults: { from: { type: 'custom', value: 'DEMO' } },
        messages: [{ to, body, from: { type: 'shared' } }],
      }),
    );
  });

  test('members that they do not set stay required', () => {
    // @ts-expect-error no body
    assertType(messages.send({ defaults: { from: { type: 'shared' } }, messages: [{ to }] }));
    // @ts-expect-error no to
    assertType(messages.send({ defaults: { from: { type: 'shared' }, body }, messages: [{}] }));
    assertType(
      messages.send({
        defaults: { from: { type: 'shared' }, body },
        messages: [{ to }, { to, body: 'other' }],
      }),
    );
    assertType(messages.send({ defaults: { from: { type: 'shared' }, body, to }, messages: [{}] }));
  });

  test('a value that may be undefined does not count as set', () => {
    const body = process.env.TEXT;
    // @ts-expect-error the body may be missing
    assertType(messages.send({ defaults: { from: { type: 'shared' }, body }, messages: [{ to }] }));
    const defaults: MessageDefaults = { from: { type: 'shared' } };
    // @ts-expect-error the type of the defaults does not say that they set `from`
    assertType(messages.send({ defaults, messages: [{ to, body: 'x' }] }));
  });

  test('rows of a table, created elsewhere', () => {
    const rows = [{ number: to, text: body }];
    assertType(
      messages.send({
        defaults: {
          from: { type: 'shared' },
          callback: 'https://example.com/receipts',
          channels: ['rcs', 'sms'],
        },
        messages: rows.map(({ number, text }) => ({ to: number, body: text })),
      }),
    );
    const made: { to: string; body: string }[] = [];
    assertType(messages.send({ defaults: { from: { type: 'shared' } }, messages: made }));
    // @ts-expect-error no from
    assertType(messages.send({ messages: made }));
  });

  test('wrong values and mistyped members are found in the defaults too', () => {
    const from: Sender = { type: 'shared' };
    const at = new Date();
    // @ts-expect-error mistyped
    assertType(messages.send({ defaults: { from, sendAt: at }, messages: [{ to, body }] }));
    // @ts-expect-error mistyped, and nothing else
    assertType(messages.send({ defaults: { form: from }, messages: [{ to, body, from }] }));
    // @ts-expect-error a channel is text
    assertType(messages.send({ defaults: { from, channels: [1] }, messages: [{ to, body }] }));
    // @ts-expect-error a flag of the query
    assertType(messages.send({ messages: [{ to, body, from }], dryRun: true }));
    // @ts-expect-error a number is text
    assertType(messages.send({ defaults: { from }, messages: [{ to: 447700900123, body }] }));
  });

  test('senders are distinguished by their type, in both places', () => {
    const own = [{ to, body }];
    // @ts-expect-error a custom sender needs a value
    assertType(messages.sendOne({ to, body, from: { type: 'custom' } }));
    // @ts-expect-error a sender has a type
    assertType(messages.sendOne({ to, body, from: { value: 'DEMO' } }));
    // @ts-expect-error a custom sender needs a value
    assertType(messages.send({ defaults: { from: { type: 'custom' } }, messages: own }));
    // @ts-expect-error a sender has a type
    assertType(messages.send({ defaults: { from: { value: 'DEMO' } }, messages: own }));
  });
});

test('send_at may be a Date or a text, in messages and defaults', () => {
  assertType(messages.sendOne({ to, body, from: { type: 'shared' }, send_at: new Date() }));
  assertType(messages.sendOne({ to, body, from: { type: 'shared' }, send_at: '2030-01-01T09:00Z' }));
  assertType(
    messages.send({
      defaults: { from: { type: 'shared' }, send_at: new Date() },
      messages: [{ to, body }],
    }),
  );
  // As a Temporal.Instant or a Temporal.ZonedDateTime, whose types not every project has.
  assertType(messages.sendOne({ to, body, from: { type: 'shared' }, send_at: { epochMilliseconds: 1 } }));
  // @ts-expect-error neither
  assertType(messages.sendOne({ to, body, from: { type: 'shared' }, send_at: 1_900_000_000 }));
});

test('the types can be named, for functions around the client', () => {
  const sendShared = (request: SendMessagesRequest<{ from: { type: 'shared' } }>) => messages.send(request);
  assertType(sendShared({ messages: [{ to, body }], defaults: { from: { type: 'shared' } } }));
  expectTypeOf<MessageOver<MessageDefaults>>().toExtend<OutboundMessage>();
  expectTypeOf<{ to: string }>().toExtend<MessageOver<{ from: { type: 'shared' }; body: string }>>();
});
