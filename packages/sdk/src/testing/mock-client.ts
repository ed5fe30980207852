import { createMessagingClient, type MessagingClient } from '../client.ts';
import type { ClientOptions } from '../options/options.ts';
import type { MockScript } from './mock-calls.ts';
import { createMockService } from './mock-service.ts';

/** Options of a mock client: those of a client that make a difference without a network. */
export interface MockOptions
  extends Pick<ClientOptions, 'coalesce' | 'generateIds' | 'unknownFields' | 'unknownValues' | 'timeout'> {
  /** The sender IDs that the account owns; others are refused with `sender_not_owned`. Default: all are accepted. */
  senders?: readonly string[] | undefined;
}

/** A client that sends nothing, remembers every call, and answers what it is told to. */
export interface MockMessagingClient extends MessagingClient, MockScript {}

/**
 * Makes a client for tests. It is a real one up to where a request would be sent: it checks requests, makes
 * identifiers, divides and shares them, and makes its errors as usual. Only the network is missing: it returns what a
 * service returns when all goes well, or what it is told by `on`, and does not retry.
 *
 * Without a reply from `on`, it also refuses what every service refuses: an identifier that was used before
 * (`duplicate_id`), a text of several units with `allowMulti: false` (`multipart_not_allowed`), and with the option `senders`
 * a sender ID that the account does not own (`sender_not_owned`). It has no credits, receipts over time or webhooks: use the
 * emulator for those.
 *
 * @param options - Options of a client; the address and the keys are made up.
 *
 * @example
 * ```ts
 * import type { MessagingClient } from '@messaging-service/sdk';
 * import { createMockMessagingClient, refuse } from '@messaging-service/sdk/testing';
 *
 * // What is tested: it takes a client.
 * const callGuest = ({ messages }: MessagingClient, to: string) =>
 *   messages.sendOne({ to, from: { type: 'shared' }, body: 'Your table is ready' });
 *
 * const client = createMockMessagingClient();
 * await callGuest(client, '447700900123');
 * console.assert(client.calls[0]?.operation === 'messages.send');
 *
 * client.on('messages.send', refuse('insufficient_credits'), { times: 1 });
 * client.on('batches.receipts', { counts: { total: 2, delivered: 1, failed: 1 } });
 * client.on('batches.send', ({ body }) => ({ identifier: body.uuid ?? '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f' }));
 * ```
 */
export function createMockMessagingClient({ senders, ...options }: MockOptions = {}): MockMessagingClient {
  const { transport, ...script } = createMockService(senders);
  const client = createMessagingClient({
    ...options,
    baseUrl: 'https://mock.messaging.test',
    accountKey: '0123456789abcdef0123456789abcdef',
    organizationKey: 'fedcba9876543210fedcba9876543210',
    retry: false,
    allowBrowser: true,
    transport,
  });
  return { ...client, ...script };
}
