import { type AccountClient, createMessagingClient } from '@messaging-service/sdk';

let client: AccountClient | undefined;

/**
 * The client, made at its first use: `next build` loads every route, and there the environment has no key.
 *
 * @throws {ConfigurationError} A variable is missing.
 */
export function messagingClient(): AccountClient {
  client ??= createMessagingClient({
    baseUrl: process.env.MESSAGING_URL ?? '',
    accountKey: process.env.MESSAGING_KEY ?? '',
  });
  return client;
}
