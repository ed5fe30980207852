import { deepEqual, equal } from 'node:assert/strict';
import {
  type AccountClient,
  createMessagingClient,
  isMessagingError,
  MessagingError,
  type OrganizationClient,
  previewUnits,
  type ReceiptSummary,
} from '@messaging-service/sdk';

/** A service with one batch, whose accounts have no credits. */
const fetch = async (_url: string, { method }: { method: string }): Promise<Response> =>
  method === 'GET'
    ? Response.json({ counts: { total: 1, delivered: 1, failed: 0 } })
    : Response.json({ error: { code: 'insufficient_credits', message: 'No credits' } }, { status: 402 });

async function main(): Promise<void> {
  const key = '0123456789abcdef0123456789abcdef';
  const client: AccountClient = createMessagingClient({
    baseUrl: 'https://api.messaging.test',
    accountKey: key,
    fetch,
    hooks: { onError: ({ error }) => equal(error instanceof MessagingError, true) },
  });
  const receipts: ReceiptSummary = await client.batches.receipts('0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f');
  deepEqual(receipts.counts, { total: 1, delivered: 1, failed: 0 });

  const message = { to: '447700900123', from: { type: 'shared' }, body: 'Your table is ready' } as const;
  const failure: unknown = await client.messages.sendOne(message).catch((error: unknown) => error);
  equal(
    isMessagingError(failure, 'InsufficientCreditsError') && failure.status === 402 && !failure.maybeSent,
    true,
  );
  equal(String(failure).includes(key), false);

  const { accounts }: OrganizationClient = createMessagingClient({
    baseUrl: 'https://api.messaging.test',
    organizationKey: key,
    fetch,
  });
  equal(typeof accounts.list, 'function');
  equal(previewUnits('Your table is ready').units, 1);
}

void main();
