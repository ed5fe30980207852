import type { Message } from '../domain/state/state.ts';
import { stateOf } from '../domain/views/message-list.ts';
import { viewDelivery } from '../domain/views/webhook-list.ts';
import { isDeepEqual } from './deep-equal.ts';
import type { History } from './history.ts';
import type { Replay } from './replay.ts';

/** Where a replay differs from the history: each sentence is about a message or a webhook. */
export function differences({ batches, deliveries, cancelled }: History, replay: Replay): string[] {
  const { index } = replay.service.core.state;
  const isGone = new Set(cancelled.map(({ batch }) => batch.uuid));
  const recorded = batches
    .filter(({ batch }) => !isGone.has(batch.uuid))
    .toSorted((a, b) => a.batch.seq - b.batch.seq)
    .flatMap(({ messages }) => messages);
  const played = [...index.messages];
  const ofMessages = recorded.flatMap((message, place) => {
    const there = played[place];
    // A period can end before the outcome.
    if (message.resolvedAt !== undefined && message.resolvedAt > replay.now) return [];
    const [was, is] = [outcome(message), there === undefined ? 'missing' : outcome(there)];
    return was === is ? [] : [`The text to ${message.to} was ${was}, and is ${is} here.`];
  });
  const ofWebhooks = deliveries.flatMap((delivery, place) => {
    const there = index.deliveries[place];
    const statuses = delivery.attempts.filter(({ at }) => at <= replay.now).map(({ status }) => status);
    const here = there === undefined ? [] : viewDelivery(there).attempts.map(({ status }) => status);
    return isDeepEqual(statuses, here)
      ? []
      : [`The ${delivery.kind} webhook got ${list(statuses)}, and gets ${list(here)} here.`];
  });
  return [...ofMessages, ...ofWebhooks];
}

function outcome(message: Message): string {
  const code = message.receipt === undefined ? '' : ` (${message.receipt.code})`;
  const channel = message.channel === undefined ? '' : ` over ${message.channel}`;
  return stateOf(message) + code + channel;
}

function list(statuses: readonly (number | null)[]): string {
  return statuses.map((status) => status ?? 'no response').join(', ') || 'no attempt';
}
