import type { AccountClient } from '@messaging-service/sdk';

/** An order that can be collected. */
export interface Order {
  readonly number: string;
  readonly phone: string;
}

/** Sends a customer the notice that an order can be collected, and returns the UUID of the message. */
export async function sendOrderNotice(client: AccountClient, { number, phone }: Order): Promise<string> {
  const { messageUuid } = await client.messages.sendOne({
    to: phone,
    from: { type: 'custom', value: 'DEMO' },
    body: `Your order ${number} is ready for collection.`,
  });
  return messageUuid;
}
