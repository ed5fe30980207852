import { type AccountClient, createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';

let client: AccountClient | undefined;

/**
 * Returns the client. It is created at its first use because `next build` loads every route without a key.
 *
 * @throws {ConfigurationError} when a variable is missing.
 */
export function messagingClient(): AccountClient {
  client ??= createMessagingClient(optionsFromEnvironment());
  return client;
}
