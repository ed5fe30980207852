import type { OutboundMessage } from '@messaging-service/contract';
import type { AccountOptions } from '@messaging-service/emulator';

/** The account of the benchmarks. Its credits are unlimited. */
export const ACCOUNT = {
  name: 'Benchmarks',
  apiKey: 'decade00decade00decade00decade00',
  senders: ['DEMO'],
  credits: 1_000_000_000,
} as const satisfies AccountOptions;

/** The path of add-message, with the account's key. */
export const MESSAGE_PATH = `/message?key=${ACCOUNT.apiKey}`;

/** The path of add-batch, with the account's key. */
export const BATCH_PATH = `/batch?key=${ACCOUNT.apiKey}`;

/** A mobile number for each index, none of which is a reserved test number. */
export function numberOf(index: number): string {
  return `4478${String(index).padStart(8, '0')}`;
}

/** A text of one unit, different for each index. */
export function textOf(index: number): string {
  return `Your appointment ${String(index).padStart(7, '0')} is tomorrow at 10:30. Reply YES to confirm.`;
}

/** One message to send. */
export function messageOf(index: number, members: Partial<OutboundMessage> = {}): OutboundMessage {
  return { to: numberOf(index), from: { type: 'custom', value: 'DEMO' }, body: textOf(index), ...members };
}

/** The body of add-message with one message, about 200 bytes. */
export function messageBody(index: number): string {
  return JSON.stringify({ messages: [messageOf(index)] });
}
