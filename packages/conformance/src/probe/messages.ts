import type { QueuedMessage } from '@messaging-service/contract';
import { type Draft, firstOf, type Probe } from './probe.ts';

/** A sender ID that the service chooses. */
export const SHARED = { type: 'shared' };

/** Sends one message; without a `send_at` among the members, it is scheduled far ahead. */
export async function sendOne(probe: Probe, members: Draft = {}, key?: string): Promise<QueuedMessage> {
  const body = { messages: [probe.message(members)] };
  return firstOf((await probe.succeed('messages.send', { body, key })).messages);
}

/** Runs something while a scheduled message is pending, and always cancels the message afterwards. */
export async function whilePending<T>(
  probe: Probe,
  work: (message: QueuedMessage) => Promise<T>,
  members: Draft = {},
): Promise<T> {
  const message = await sendOne(probe, members);
  try {
    return await work(message);
  } finally {
    await probe.call('batches.cancel', { path: { batchUuid: message.batchUuid } });
  }
}

/** Sends one message immediately, with a shared sender ID. */
export function sendShared(probe: Probe, members: Draft = {}, key?: string): Promise<QueuedMessage> {
  return sendOne(probe, { from: SHARED, send_at: undefined, ...members }, key);
}
