import { type Channel, formatTimestamp, type ReceiptInfo } from '@messaging-service/contract';
import { paysCredits } from '../../domain/rules/credits.ts';
import {
  type Batch,
  type Delivery,
  type LedgerEntry,
  type Message,
  mustGet,
  type State,
} from '../../domain/state/state.ts';
import type { Service } from '../../service/service.ts';
import { deliveriesAbout } from '../views/delivery.ts';
import { requestOf, summarizeRequest } from '../views/request.ts';

/** A step in the life of a message. */
export type TimelineStep = {
  /** When it happened or will happen: ISO 8601. */
  readonly at: string;
  /** Whether it is still to come. */
  readonly isPlanned: boolean;
} & (
  | { readonly kind: 'requested'; readonly request: ReturnType<typeof summarizeRequest> }
  | { readonly kind: 'queued' }
  | {
      readonly kind: 'credits-held' | 'credits-released' | 'credits-charged';
      /** Number of the fact; null when the change was joined with others of its hour. */
      readonly seq: number | null;
      /** Credits of the whole batch. */
      readonly credits: number;
    }
  | { readonly kind: 'due' }
  | {
      readonly kind: 'sent';
      readonly channel: Channel;
      /** Channels before it in the request, on which the message could not be sent. */
      readonly skipped: readonly Channel[];
    }
  | { readonly kind: 'delivered' | 'failed'; readonly receipt: ReceiptInfo }
  | {
      readonly kind: 'webhook';
      readonly deliveryId: string;
      readonly webhook: Delivery['kind'];
      readonly url: string;
      /** Number of the attempt, from 1. */
      readonly attempt: number;
      readonly status: number | null;
      readonly error: string | null;
      /** Real time; null when it is not known. */
      readonly tookMs: number | null;
    }
  | { readonly kind: 'reply'; readonly moUuid: string; readonly message: string; readonly from: string }
);

/** The order of steps of the same instant. */
const ORDER: readonly TimelineStep['kind'][] = [
  'requested',
  'queued',
  'credits-held',
  'due',
  'credits-released',
  'credits-charged',
  'sent',
  'delivered',
  'failed',
  'reply',
  'webhook',
];

/** Everything that happened to a message, as far as state and log of requests have it, in order of time. */
export function messageTimeline(service: Service, message: Message): TimelineStep[] {
  const { state } = service.core;
  const deliveries = deliveriesAbout(state, [message]);
  const changes = ledgerSteps(state, message.batch);
  const steps = [
    ...requestSteps(service, message),
    ...ownSteps(message),
    ...(changes.length > 0 ? changes : joinedSteps(state, message.batch)),
    ...replySteps(state, message.uuid),
    ...deliveries.flatMap((delivery) => webhookSteps(service, delivery)),
  ];
  return steps.sort(
    (a, b) => Date.parse(a.at) - Date.parse(b.at) || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind),
  );
}

function requestSteps({ requests }: Service, { batch }: Message): TimelineStep[] {
  const entry = requestOf(requests, batch);
  if (entry === undefined) return [];
  return [{ ...step(entry.at), kind: 'requested', request: summarizeRequest(entry) }];
}

function ownSteps({ batch, sent, resolved, state }: Message): TimelineStep[] {
  const steps: TimelineStep[] = [{ ...step(batch.queuedAt), kind: 'queued' }];
  if (batch.sendAt !== undefined) steps.push({ ...step(batch.sendAt, batch.pending), kind: 'due' });
  if (sent !== undefined) {
    const skipped = batch.channels.slice(0, Math.max(0, batch.channels.indexOf(sent.channel)));
    steps.push({ ...step(sent.at), kind: 'sent', channel: sent.channel, skipped });
  }
  if (resolved !== undefined) {
    const kind = state === 'failed' ? 'failed' : 'delivered';
    steps.push({ ...step(resolved.at), kind, receipt: resolved.receipt });
  }
  return steps;
}

/** The changes of credits of a batch whose entries in the ledger have been joined with others. */
function joinedSteps(state: State, batch: Batch): TimelineStep[] {
  const { queuedAt, sendAt, pending, units, payable, messages } = batch;
  if (!paysCredits(state, mustGet(state.accounts, batch.accountUuid))) return [];
  const all = units * messages.length;
  const held = { ...step(queuedAt), kind: 'credits-held', seq: null, credits: all } as const;
  const paid = { kind: 'credits-charged', seq: null, credits: units * payable } as const;
  return [
    ...(sendAt === undefined ? [] : [held]),
    ...(pending || payable === 0 ? [] : [{ ...step(sendAt ?? queuedAt), ...paid }]),
  ];
}

function ledgerSteps(state: State, { uuid, accountUuid }: Batch): TimelineStep[] {
  return mustGet(state.accounts, accountUuid).ledger.flatMap(({ seq, at, type, about, credits }) =>
    about === uuid && isOfBatch(type) ? [{ ...step(at), kind: type, seq, credits }] : [],
  );
}

function isOfBatch(type: LedgerEntry['type']) {
  return type === 'credits-held' || type === 'credits-released' || type === 'credits-charged';
}

function replySteps({ replies }: State, uuid: string): TimelineStep[] {
  return replies.flatMap(({ payload: { message_uuid: repliedTo, mo_uuid: moUuid, message, from, at } }) =>
    repliedTo === uuid
      ? [{ at, isPlanned: false, kind: 'reply' as const, moUuid, message, from: String(from) }]
      : [],
  );
}

/** The attempts of a delivery, and the next one if it is planned. */
function webhookSteps(service: Service, delivery: Delivery): TimelineStep[] {
  const { id: deliveryId, kind: webhook, url, attempts, state } = delivery;
  const about = { kind: 'webhook', deliveryId, webhook, url } as const;
  const steps: TimelineStep[] = attempts.map(({ at, status, error }, index) => ({
    ...step(at),
    ...about,
    attempt: index + 1,
    status,
    error,
    tookMs: service.attempts.exchangeOf(deliveryId, index)?.tookMs ?? null,
  }));
  const delay = service.core.policy.retryDelaysMs[attempts.length - 1];
  const last = attempts.at(-1);
  if (state !== 'pending' || last === undefined || delay === undefined) return steps;
  const planned = { attempt: attempts.length + 1, status: null, error: null, tookMs: null };
  return [...steps, { ...step(last.at + delay, true), ...about, ...planned }];
}

function step(at: number, isPlanned = false) {
  return { at: formatTimestamp(at), isPlanned };
}
