import { createMessagingClient, type MessagingClient } from '../client.ts';
import type { ClientOptions } from '../options/options.ts';
import type { MockScript } from './mock-calls.ts';
import { createMockService } from './mock-service.ts';

/**
 * Options of a mock client: the options of a client that have an effect without a network.
 *
 * @example
 * ```ts
 * import { createMockMessagingClient } from '@messaging-service/sdk/testing';
 *
 * const client = createMockMessagingClient({ senders: ['DEMO'] });
 * const message = { to: '447700900123', from: { type: 'custom', value: 'SHOP' }, body: 'Hello' } as const;
 * await client.messages.sendOne(message).catch((error: unknown) => console.log(error));
 * ```
 */
export interface MockOptions
  extends Pick<ClientOptions, 'coalesce' | 'generateIds' | 'unknownFields' | 'unknownValues' | 'timeout'> {
  /** The sender IDs that the account owns; others are refused with `sender_not_owned`. Default: all are accepted. */
  senders?: readonly string[] | undefined;
}

/** A client that sends nothing, records every call, and returns the replies of a test. */
export interface MockMessagingClient extends MessagingClient, MockScript {}

/**
 * Creates a client for tests, without a network. It is a real client otherwise: it checks requests, generates identifiers,
 * divides and shares requests, and throws the usual errors. It returns the responses of a successful service, or the replies
 * that you set with `on`, and does not retry.
 *
 * Without a reply from `on`, it also refuses what every service refuses: an identifier that was used before
 * (`duplicate_id`), a text of several units with `allowMulti: false` (`multipart_not_allowed`), and with the option `senders`
 * a sender ID that the account does not own (`sender_not_owned`). It has no credits, receipts over time or webhooks: use the
 * emulator for those.
 *
 * @param options - Options of a client. Default: a placeholder address and placeholder keys.
 * @throws {ConfigurationError} An option is invalid.
 *
 * @example
 * ```ts
 * import type { MessagingClient } from '@messaging-service/sdk';
 * import { createMockMessagingClient, refuse } from '@messaging-service/sdk/testing';
 *
 * // The code under test.
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
