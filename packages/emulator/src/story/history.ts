import { Rejection } from '../domain/state/rejection.ts';
import type { Batch, Delivery, Message, ReceivedMessage, State } from '../domain/state/state.ts';
import { bareNumber } from '../domain/state/state.ts';
import { hasCaused, type LoggedRequest } from '../public-api/request-log.ts';
import type { JournalEntry } from '../runtime/core/journal.ts';
import type { Service } from '../service/service.ts';
import type { SentBatch } from './actions.ts';
import { type CancelledBatch, cancelledBatches } from './cancelled-batches.ts';

/** What a story is about: a message, the conversation of a phone, a call of the log, or a period. */
export type Selection =
  | { readonly kind: 'message'; readonly uuid: string }
  | { readonly kind: 'phone'; readonly number: string }
  | { readonly kind: 'call'; readonly call: LoggedRequest }
  | { readonly kind: 'period'; readonly since: number; readonly until: number; readonly after: number };

/** The part of the history of a service that a story is about. */
export interface History {
  readonly batches: readonly SentBatch[];
  readonly received: readonly ReceivedMessage[];
  readonly deliveries: readonly Delivery[];
  readonly cancelled: readonly CancelledBatch[];
  /** The facts that are kept, of the whole service. */
  readonly journal: readonly JournalEntry[];
}

/** Reads the part of the history that a story is about. */
export function readHistory({ core }: Service, selection: Selection): History {
  const { state } = core;
  const journal = core.journal.entries();
  const cancelled = cancelledBatches(journal).filter(({ batch }) =>
    isAbout(selection, batch.messages, batch),
  );
  const batches = batchesOf(state, selection);
  if (selection.kind === 'message' && batches.length === 0 && cancelled.length === 0)
    throw new Rejection('not_found', `There is no message ${selection.uuid}.`);
  const messages = new Set(batches.flatMap((one) => one.messages.map(({ uuid }) => uuid)));
  const received = state.received.filter((one) => isReceived(selection, one, messages));
  const payloads = new Set(received.map(({ payload }) => payload.mo_uuid));
  const deliveries = state.index.deliveries.filter((delivery) => {
    // One that was sent again with changes has content and addresses that a program does not know.
    if (delivery.copyOf !== undefined) return false;
    if (delivery.kind === 'delivery-receipt') return messages.has(delivery.messageUuid ?? '');
    if (delivery.kind === 'inbound-message') return payloads.has(moUuidOf(delivery) ?? '');
    return selection.kind === 'period' && isWithin(selection, firstAt(delivery), delivery.seq);
  });
  return { batches, received, deliveries, cancelled, journal };
}

function batchesOf(state: State, selection: Selection): SentBatch[] {
  if (selection.kind === 'message') {
    const message = state.messages.get(selection.uuid);
    return message === undefined ? [] : [{ batch: message.batch, messages: [message] }];
  }
  return [...state.batches.values()].flatMap((batch) => {
    const messages =
      selection.kind === 'phone'
        ? batch.messages.filter(({ to }) => bareNumber(to) === selection.number)
        : batch.messages;
    return messages.length > 0 && isAbout(selection, messages, batch) ? [{ batch, messages }] : [];
  });
}

/** Whether a batch was queued or became due in a period, or is for a phone or a message. */
function isAbout(selection: Selection, messages: readonly Message[], batch: Batch): boolean {
  if (selection.kind === 'message') return messages.some(({ uuid }) => uuid === selection.uuid);
  if (selection.kind === 'phone') return messages.some(({ to }) => bareNumber(to) === selection.number);
  if (selection.kind === 'call') return hasCaused(selection.call, batch.seq);
  const { queuedAt, seq, sendAt, pending, releasedSeq = seq } = batch;
  return (
    isWithin(selection, queuedAt, seq) ||
    (sendAt !== undefined && !pending && isWithin(selection, sendAt, releasedSeq))
  );
}

function isReceived(
  selection: Selection,
  { at, seq, payload }: ReceivedMessage,
  messages: ReadonlySet<string>,
) {
  if (selection.kind === 'message' || selection.kind === 'call')
    return messages.has(payload.message_uuid ?? '');
  if (selection.kind === 'phone') return String(payload.from) === selection.number;
  return isWithin(selection, at, seq);
}

/** Whether something with this time and this place in the history belongs to a period. */
export function isWithin(
  { since, until, after }: Extract<Selection, { kind: 'period' }>,
  at: number,
  seq: number,
): boolean {
  return at >= since && at < until && seq > after;
}

function firstAt({ attempts }: Delivery): number {
  return attempts[0]?.at ?? Number.NEGATIVE_INFINITY;
}

/** The identifier of the message from a phone that a webhook carries. A fault can have changed it. */
function moUuidOf({ body }: Delivery): string | undefined {
  const { mo_uuid: uuid } = JSON.parse(body) as { readonly mo_uuid?: unknown };
  return typeof uuid === 'string' ? uuid : undefined;
}
