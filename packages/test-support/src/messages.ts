import type { BatchRequest, OutboundMessage } from '@messaging-service/contract';

/** A valid message with some members replaced. */
export function message(members: Partial<OutboundMessage> = {}): OutboundMessage {
  return { to: '447700900001', from: { type: 'custom', value: 'DEMO' }, body: 'Hello', ...members };
}

/** The body of a request that sends one message. The members may be invalid. */
export function messageRequest(members: object = {}): { readonly messages: readonly OutboundMessage[] } {
  return { messages: [message({ to: '447700900700', body: 'Your code is 482913', ...members })] };
}

/** A valid batch with some members replaced. */
export function batch(members: Partial<BatchRequest> = {}): BatchRequest {
  return { from: 'DEMO', message: 'Hello', destinations: ['447700900001', '447700900002'], ...members };
}

/** This many different mobile numbers. */
export function numbers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(447_700_900_100 + index));
}

/** A credit notification with a threshold of paid credits. */
export function paidBelow(threshold_value: number, url = 'https://shop.example/credits') {
  return { url, threshold_type: 'paid_fixed_number', threshold_value } as const;
}
