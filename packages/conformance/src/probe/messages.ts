import type { QueuedMessage } from '@messaging-service/contract';
import { Violation } from '../service/verdict.ts';
import type { Draft, Probe } from './probe.ts';

/** Sends one message; without a `send_at` among the members, it is scheduled far ahead. */
export async function sendOne(probe: Probe, members: Draft = {}): Promise<QueuedMessage> {
  const { messages } = await probe.succeed('messages.send', { body: { messages: [probe.message(members)] } });
  const [message] = messages;
  if (message === undefined) throw new Violation('the response contains no message');
  return message;
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
