import {
  type AccountClient,
  type AlreadyQueuedMessage,
  createMessagingClient,
  type QueuedMessage,
} from '@messaging-service/sdk';
import { assertType, describe, expectTypeOf, test } from 'vitest';

const baseUrl = 'https://api.messaging.test';
const accountKey = '';

describe('safeResend', () => {
  test('its results say whether a message was already queued', async () => {
    const client = createMessagingClient({ baseUrl, accountKey, safeResend: true });
    expectTypeOf(client).toEqualTypeOf<AccountClient<true>>();
    const sent = await client.messages.sendOne({ to: '', from: { type: 'shared' }, body: '' });
    expectTypeOf(sent.batchUuid).toEqualTypeOf<string | undefined>();
    if (sent.alreadyQueued) expectTypeOf(sent).toEqualTypeOf<AlreadyQueuedMessage>();
    else expectTypeOf(sent.batchUuid).toEqualTypeOf<string>();
    const batch = await client.batches.send({ from: '', message: '', destinations: [] });
    expectTypeOf(batch.alreadyQueued).toEqualTypeOf<true | undefined>();
  });

  test('without it, results have all members', async () => {
    const client = createMessagingClient({ baseUrl, accountKey });
    expectTypeOf(client).toEqualTypeOf<AccountClient>();
    expectTypeOf(client.messages.sendOne).returns.resolves.toEqualTypeOf<QueuedMessage>();
  });

  test('a value that is only known at run time counts as both', async () => {
    const safeResend = Boolean(accountKey);
    const { messages } = createMessagingClient({ baseUrl, accountKey, safeResend });
    const { batchUuid } = await messages.sendOne({ to: '', from: { type: 'shared' }, body: '' });
    expectTypeOf(batchUuid).toEqualTypeOf<string | undefined>();
  });

  test('a call can switch it off, but not on', () => {
    const { messages } = createMessagingClient({ baseUrl, accountKey });
    // @ts-expect-error the type of the result would not tell
    assertType(messages.send({ messages: [] }, { safeResend: true }));
    const safe = createMessagingClient({ baseUrl, accountKey, safeResend: true });
    assertType(safe.messages.send({ messages: [] }, { safeResend: false }));
  });
});
