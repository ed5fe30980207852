import { expect } from 'vitest';
import type { WebhookHandlerOptions } from '../src/index.ts';
import { receiver } from './receiver.ts';
import { signedRequest } from './requests.ts';
import { deliveryReceipt } from './samples.ts';

/** Sends a signed event, then this number of unsigned ones. The store must still recognize the signed one. */
export async function expectSignedEventKept(
  options: Partial<WebhookHandlerOptions>,
  count: number,
): Promise<void> {
  const { handler, events } = receiver(options);
  await handler(signedRequest());
  const body = JSON.stringify(deliveryReceipt);
  for (let sent = 0; sent < count; sent++) {
    const unsigned = body.replace(deliveryReceipt.messageuuid, String(sent));
    await handler({ method: 'POST', headers: {}, body: unsigned });
  }
  expect(events).toHaveLength(count + 1);
  expect((await handler(signedRequest())).status).toBe(200);
  expect(events).toHaveLength(count + 1);
}
