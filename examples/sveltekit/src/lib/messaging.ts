import { type AccountClient, createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';

let created: AccountClient | undefined;

/** Returns the client. It is created at its first use, because the build has no key. */
export function messagingClient(): AccountClient {
  created ??= createMessagingClient(optionsFromEnvironment());
  return created;
}
