import { formatTimestamp } from '@messaging-service/contract';
import { type Batch, countIn, type Message } from '../domain/state/state.ts';
import { messageReason } from './message-reason.ts';
import type { ReasonOf, ReasonSources } from './reason.ts';
import { causingRequest, messageReference } from './references.ts';

/** Why a batch has its outcome: the counts of its messages, and the first of those that failed. */
export function batchReason(sources: ReasonSources, batch: Batch): ReasonOf {
  const { messages } = batch;
  const [first] = messages as readonly [Message, ...Message[]];
  const cause = causingRequest(sources.requests, batch.seq);
  if (batch.pending || messages.length === 1) return { ...messageReason(sources, first), cause };
  const failed = messages.find(({ state }) => state === 'failed');
  const open = messages.find(({ state }) => state === 'sent' || state === 'queued');
  const shown = failed ?? open ?? first;
  const { decidedBy, explanation, remedy, code, until } = messageReason(sources, shown);
  const isOne = messages.every((message) => deciderKey(message) === deciderKey(shown));
  return {
    outcome: countsOf(messages),
    result: failed === undefined ? (open === undefined ? 'success' : 'open') : 'failure',
    code,
    decidedBy: isOne ? decidedBy : { kind: 'several', text: `different for each message: ${decidedBy.text}` },
    explanation,
    remedy,
    cause: failed === undefined ? cause : messageReference(failed),
    fault: batch.fault,
    until: open === undefined ? undefined : (until ?? untilOf(sources, batch)),
  };
}

function deciderKey({ decidedBy }: Message): string {
  return JSON.stringify(decidedBy ?? null);
}

/** The counts of messages by outcome, such as `2 delivered, 1 failed, 1 without a receipt`. */
function countsOf(messages: readonly Message[]): string {
  const delivered = countIn(messages, 'delivered');
  const failed = countIn(messages, 'failed');
  const counts = [
    [delivered, 'delivered'],
    [failed, 'failed'],
    [messages.length - delivered - failed, 'without a receipt'],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(', ');
}

/** When the next receipt of the batch comes. */
function untilOf({ core }: ReasonSources, { messages }: Batch): string | undefined {
  const uuids = new Set(messages.map(({ uuid }) => uuid));
  const [due] = core.agenda.upcoming(
    1,
    (job) => job.kind === 'resolve-messages' && job.messageUuids.some((uuid) => uuids.has(uuid)),
  );
  return due && formatTimestamp(due.dueAt);
}
