import type { BatchQueued } from '../domain/state/facts.ts';
import type { Batch, Message } from '../domain/state/state.ts';
import type { JournalEntry } from '../runtime/core/journal.ts';

/** A batch that was cancelled. The state no longer has it, but the journal does for some time. */
export interface CancelledBatch {
  readonly batch: Batch;
  /** When it was cancelled, and the number of that fact. */
  readonly at: number;
  readonly seq: number;
}

/** The batches that were cancelled while they waited for their time, as far as the journal has them. */
export function cancelledBatches(journal: readonly JournalEntry[]): CancelledBatch[] {
  const queued = new Map<string, Batch>();
  return journal.flatMap(({ fact, at, seq }) => {
    if (fact.type === 'batch-queued' && fact.sendAt !== undefined)
      queued.set(fact.batchUuid, batchOf(fact, at, seq));
    const batch = fact.type === 'batch-cancelled' ? queued.get(fact.batchUuid) : undefined;
    return batch === undefined ? [] : [{ batch, at, seq }];
  });
}

function batchOf(fact: BatchQueued, queuedAt: number, seq: number): Batch {
  const { batchUuid: uuid, accountUuid, from, body, units, channels, callback, sendAt } = fact;
  const messages: Message[] = [];
  const batch = {
    uuid,
    seq,
    accountUuid,
    from,
    body,
    units,
    channels,
    callback,
    queuedAt,
    sendAt,
    pending: true,
    messages,
  };
  for (const [index, to] of fact.destinations.entries()) {
    const unsent = {
      state: 'queued',
      sentAt: undefined,
      channel: undefined,
      resolvedAt: undefined,
      receipt: undefined,
      decidedBy: undefined,
    } as const;
    messages.push({ uuid: fact.messageUuids[index] ?? '', to, batch, ...unsent });
  }
  return batch;
}
