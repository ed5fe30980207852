import type { BatchRequest, OutboundMessage } from '@messaging-service/contract';

/** A complete message; the given members replace those of an ordinary one. */
export function message(members: Partial<OutboundMessage> = {}): OutboundMessage {
  return { to: '447700900001', from: { type: 'custom', value: 'DEMO' }, body: 'Hello', ...members };
}

/** The body of a request that sends one message. Its members may be wrong on purpose. */
export function messageRequest(members: object = {}): { readonly messages: readonly OutboundMessage[] } {
  return { messages: [message({ to: '447700900700', body: 'Your code is 482913', ...members })] };
}

/** A complete batch; the given members replace those of an ordinary one. */
export function batch(members: Partial<BatchRequest> = {}): BatchRequest {
  return { from: 'DEMO', message: 'Hello', destinations: ['447700900001', '447700900002'], ...members };
}
