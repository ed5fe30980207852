import {
  type AddMessageQuery,
  type AddMessageResponse,
  countUnits,
  type MergedAddMessageRequest,
  type OutboundMessage,
  type QueuedMessage,
} from '@messaging-service/contract';
import { canonicalId, generateUnused, requireUnusedIds } from '../rules/identifiers.ts';
import {
  DEFAULT_CHANNELS,
  type PlannedBatch,
  queueBatch,
  requireCredits,
  scheduledTime,
} from '../rules/queueing.ts';
import { chooseSharedSenders, requireOwnedSender } from '../rules/senders.ts';
import type { Account } from '../state/state.ts';
import type { Ids, Transaction } from '../state/transaction.ts';

/**
 * Add message: queues each message in a batch of its own. All of them are queued, or none; in a dry run, none. See MSG-7,
 * API-9 and MSG-9.
 */
export function addMessages(
  tx: Transaction,
  account: Account,
  { messages }: MergedAddMessageRequest,
  { isDryrun = false }: AddMessageQuery,
): AddMessageResponse {
  for (const { from } of messages) if (from.type === 'custom') requireOwnedSender(tx, account, from.value);
  const unusedId = requireUnusedIds(
    messages.map((message) => canonicalId(message.id)),
    tx.state.messages,
    (position) => `messages.${position}.id`,
  );
  const ids = isDryrun ? tx.ids.fork() : tx.ids;
  const chooseSender = chooseSharedSenders(tx, account, ids);
  const batches = messages.map((message) => planMessage(tx, message, chooseSender, ids, unusedId));
  requireCredits(tx, account, batches);
  if (!isDryrun) for (const batch of batches) queueBatch(tx, account, batch);
  return {
    messages: messages.map((message, index) => queuedMessage(message, batches[index] as PlannedBatch)),
  };
}

/** The batch of one message. An `id` of the request becomes the identifier of the message, not of the batch. See MSG-15. */
function planMessage(
  tx: Transaction,
  message: OutboundMessage,
  chooseSender: (to: string) => string,
  ids: Ids,
  unusedId: (ids: Ids) => string,
): PlannedBatch {
  return {
    batchUuid: generateUnused(ids, tx.state.batches),
    from: message.from.type === 'custom' ? message.from.value : chooseSender(message.to),
    senderType: message.from.type,
    body: message.body,
    units: countUnits(message.body).units,
    channels: message.channels ?? DEFAULT_CHANNELS,
    callback: message.callback,
    sendAt: scheduledTime(tx, message.send_at),
    destinations: [message.to],
    messageUuids: [canonicalId(message.id) ?? unusedId(ids)],
  };
}

/** The message as the response has it: with the optional members that the request had. See MSG-6 and SCH-3. */
function queuedMessage(message: OutboundMessage, batch: PlannedBatch): QueuedMessage {
  const scheduled = batch.sendAt !== undefined;
  return {
    to: message.to,
    body: message.body,
    from: { type: batch.senderType, value: batch.from },
    batchUuid: batch.batchUuid,
    messageUuid: batch.messageUuids[0] as string,
    scheduled,
    send_at: scheduled ? message.send_at : undefined,
    callback: message.callback,
    channels: message.channels === undefined ? undefined : [...message.channels],
    id: message.id,
  };
}
