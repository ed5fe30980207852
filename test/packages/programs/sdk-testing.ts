import { deepEqual, equal } from 'node:assert/strict';
import { InsufficientCreditsError, type MessagingClient } from '@messaging-service/sdk';
import {
  createMockMessagingClient,
  lose,
  type MockCall,
  type MockMessagingClient,
  refuse,
} from '@messaging-service/sdk/testing';

const callGuest = ({ messages }: MessagingClient, to: string) =>
  messages.sendOne({ to, from: { type: 'shared' }, body: 'Your table is ready' });

async function main(): Promise<void> {
  const client: MockMessagingClient = createMockMessagingClient();
  equal((await callGuest(client, '447700900123')).to, '447700900123');
  client.on('messages.send', refuse('insufficient_credits'), { times: 1 });
  client.on('batches.receipts', ({ path }) => ({ counts: { total: path.length, delivered: 0, failed: 0 } }));
  client.on('batches.listPending', lose());
  const failure: unknown = await callGuest(client, '447700900123').catch((error: unknown) => error);
  equal(failure instanceof InsufficientCreditsError, true);
  const calls: readonly MockCall[] = client.calls;
  deepEqual(
    calls.map(({ operation }) => operation),
    ['messages.send', 'messages.send'],
  );
}

void main();
