import { createMessagingClient, type MessagingClient } from '../client.ts';
import type { ClientOptions } from '../options/options.ts';
import type { MockScript } from './mock-calls.ts';
import { createMockService } from './mock-service.ts';

/** Options of a mock client: those of a client that make a difference without a network. */
export interface MockOptions
  extends Pick<ClientOptions, 'coalesce' | 'generateIds' | 'unknownFields' | 'timeout'> {}

/** A client that sends nothing, remembers every call, and answers what it is told to. */
export interface MockMessagingClient extends MessagingClient, MockScript {}

/**
 * Makes a client for tests. It is a real one up to where a request would be sent: it checks requests, makes
 * identifiers, divides and shares them, and makes its errors as ever. Only the network is missing: it answers as a
 * service at which all goes well, or what it is told by `on`, and tries nothing again.
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
export function createMockMessagingClient(options: MockOptions = {}): MockMessagingClient {
  const { transport, ...script } = createMockService();
  const client = createMessagingClient({
    ...options,
    baseUrl: 'https://mock.messaging.test',
    accountKey: '0123456789abcdef0123456789abcdef',
    organizationKey: 'fedcba9876543210fedcba9876543210',
    retry: false,
    transport,
  });
  return { ...client, ...script };
}
