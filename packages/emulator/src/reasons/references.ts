import { lowerBound } from '../domain/state/sequence.ts';
import {
  type Account,
  type Batch,
  bareNumber,
  type Delivery,
  type LedgerEntry,
  type Message,
  type ReceivedMessage,
  type State,
} from '../domain/state/state.ts';
import { contentOf } from '../public-api/logged-request.ts';
import { hasCaused, type LoggedRequest, type RequestLog } from '../public-api/request-log.ts';
import { changeText } from './entry-words.ts';
import type { ObjectReference } from './reason.ts';

export function messageReference({ uuid, to }: Message): ObjectReference {
  return { kind: 'message', id: uuid, text: `message to +${bareNumber(to)}` };
}

export function batchReference({ uuid, messages: { length }, from }: Batch): ObjectReference {
  return {
    kind: 'batch',
    id: uuid,
    text: `batch of ${length} ${length === 1 ? 'message' : 'messages'} from ${from}`,
  };
}

export function webhookReference({ id, kind }: Delivery): ObjectReference {
  return { kind: 'webhook', id, text: `${kind} webhook` };
}

export function requestReference(entry: LoggedRequest): ObjectReference {
  const { url } = contentOf(entry);
  const [path = ''] = url.split('?', 1);
  return {
    kind: 'request',
    id: String(entry.id),
    text: `request #${entry.id} ${entry.request.method} ${path.slice(0, 200)}`,
  };
}

export function replyReference({ payload: { mo_uuid: id, from, to } }: ReceivedMessage): ObjectReference {
  return { kind: 'reply', id, text: `message from +${from} to ${to}`, within: String(from) };
}

export function entryReference({ uuid }: Account, change: LedgerEntry): ObjectReference {
  return { kind: 'entry', id: `entry:${change.seq}`, text: changeText(change), within: uuid };
}

export function accountReference({ uuid, name }: Account): ObjectReference {
  return { kind: 'account', id: uuid, text: `account ${name}` };
}

/** The call that recorded a fact, as a reference; undefined when the log does not have it. */
export function causingRequest(log: RequestLog, factSeq: number): ObjectReference | undefined {
  const entry = log.entries().findLast((logged) => hasCaused(logged, factSeq));
  return entry && requestReference(entry);
}

/**
 * The webhook of a message from a handset: it is queued right after the message was received, with at most an opt-out between
 * them.
 */
export function webhookOfReply({ index }: State, { seq }: ReceivedMessage): Delivery | undefined {
  const { deliveries } = index;
  const next = deliveries[lowerBound(deliveries, seq + 1, (delivery) => delivery.seq)];
  return next !== undefined && next.kind === 'inbound-message' && next.seq <= seq + 2 ? next : undefined;
}

/** The message from a handset that a webhook reports; undefined for other webhooks. */
export function replyOfWebhook({ received }: State, delivery: Delivery): ReceivedMessage | undefined {
  if (delivery.kind !== 'inbound-message' || delivery.copyOf !== undefined) return undefined;
  return received[lowerBound(received, delivery.seq, ({ seq }) => seq) - 1];
}
