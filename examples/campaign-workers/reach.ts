import type { Emulator } from '@messaging-service/emulator';
import { createMessagingClient } from '@messaging-service/sdk';
import { SPRING_SALE } from './campaign.ts';
import type { Recipient } from './recipients.ts';

/** How many recipients the messages reached. */
export interface Reach {
  /** Recipients with exactly one message, the right one. */
  readonly once: number;
  /** Recipients with more than one. */
  readonly twice: number;
  /** Recipients without any. */
  readonly leftOut: number;
  /** Messages to numbers that are not on the list, or with the text of another recipient. */
  readonly wrong: number;
}

/** Compares the messages of the service with the list. */
export function reachOf(emulator: Emulator, recipients: Iterable<Recipient>): Reach {
  const bodies = Map.groupBy(emulator.messages(), ({ to }) => to);
  const reach = { once: 0, twice: 0, leftOut: 0, wrong: 0 };
  for (const recipient of recipients) {
    const messages = bodies.get(recipient.phone) ?? [];
    bodies.delete(recipient.phone);
    if (messages.length === 0) reach.leftOut += 1;
    else if (messages.length > 1) reach.twice += 1;
    else if (messages[0]?.body === SPRING_SALE.text(recipient)) reach.once += 1;
    else reach.wrong += 1;
  }
  for (const messages of bodies.values()) reach.wrong += messages.length;
  return reach;
}

/** Returns the credits of the account from the public API. */
export async function balanceOf(emulator: Emulator): Promise<number> {
  const { baseUrl, fetch, organization } = emulator;
  const client = createMessagingClient({ baseUrl, fetch, organizationKey: organization.apiKey });
  return (await client.accounts.list()).accounts[0]?.credits ?? Number.NaN;
}
