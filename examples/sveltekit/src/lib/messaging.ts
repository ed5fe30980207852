import { type AccountClient, createMessagingClient } from '@messaging-service/sdk';

let created: AccountClient | undefined;

/** Returns the client. It is created at its first use, because the build has no key. */
export function messagingClient(): AccountClient {
  created ??= createMessagingClient({
    baseUrl: process.env.MESSAGING_URL ?? '',
    accountKey: process.env.MESSAGING_KEY ?? '',
  });
  return created;
}
