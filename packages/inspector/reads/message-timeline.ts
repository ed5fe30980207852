import { type Channel, formatTimestamp } from '@messaging-service/contract';
import type { Service } from '@messaging-service/emulator/host';
import {
  type Batch,
  type Delivery,
  doc,
  type Endpoint,
  EXAMPLES,
  endpoint,
  flag,
  found,
  instant,
  type LedgerEntry,
  type Message,
  messageAnswer,
  mustGet,
  nextAttemptAt,
  openList,
  type ReceivedMessage,
  requestOf,
  type State,
  text,
  viewMessage,
} from '@messaging-service/emulator/host';
import * as z from 'zod/mini';
import { summarizeRequest } from './request-view.ts';

const timelineAnswer = z.strictObject({
  message: doc(messageAnswer, 'The message.'),
  steps: openList('The steps of the message, past and planned, in order.', {
    at: instant('When it happened.'),
    isPlanned: flag('Whether the step is still to come.', true),
    kind: text('Kind of the step, such as `sent`.', 'sent'),
  }),
});

/** The life of a message. */
export const TIMELINE_ENDPOINTS: readonly Endpoint[] = [
  endpoint('getTimeline', 'GET /messages/{id}/timeline', {
    tag: 'inspector',
    id: ['A UUID.', EXAMPLES.message],
    description:
      'Returns everything that happened to a message, in order of time: its request, credits, hand-over, receipt, webhook attempts and replies.',
    answer: timelineAnswer,
    run: ({ service, id }) => readTimeline(service, found(service.core.state.messages, id, 'message')),
  }),
];

/**
 * Everything that happened to a message, as far as state and log of requests have it, in order of time. A step is never before
 * its cause, even if the clock was set back between them.
 */
export function readTimeline(service: Service, message: Message) {
  const { state } = service.core;
  const { batch } = message;
  const life = inOrder(Number.NEGATIVE_INFINITY, [
    ...requestSteps(service, batch),
    { ...step(batch.queuedAt), kind: 'queued' as const },
    ...ledgerSteps(state, batch, ['credits-held']),
    ...dueSteps(batch),
    ...ledgerSteps(state, batch, ['credits-released', 'credits-charged']),
    ...sentSteps(message),
    ...resultSteps(message),
  ]);
  const sentAt = life.find(({ kind }) => kind === 'sent')?.order ?? Number.NEGATIVE_INFINITY;
  const received = repliesTo(state, message.uuid);
  const replies = inOrder(sentAt, received.map(replyStep));
  const deliveries = [...state.deliveries.values()].filter(({ messageUuid }) => messageUuid === message.uuid);
  const webhooks = deliveries.flatMap((delivery) => {
    const cause =
      delivery.kind === 'delivery-receipt'
        ? life.at(-1)
        : replies[received.findLastIndex(({ seq }) => seq < delivery.seq)];
    return inOrder(cause?.order ?? Number.NEGATIVE_INFINITY, webhookSteps(service, delivery));
  });
  // This is also the order of what happened at one instant.
  const steps = [...life, ...replies, ...webhooks].toSorted((a, b) => a.order - b.order);
  return { message: viewMessage(message), steps: steps.map(({ order: _, ...shown }) => shown) };
}

/** Steps that follow from each other. The order of each is its time, but not before the earlier steps and their cause. */
function inOrder<Step extends { readonly at: string }>(cause: number, steps: readonly Step[]) {
  let order = cause;
  return steps.map((one) => {
    order = Math.max(order, Date.parse(one.at));
    return { ...one, order };
  });
}

/** When a step happened or will happen. */
function step(at: number, isPlanned = false) {
  return { at: formatTimestamp(at), isPlanned };
}

function requestSteps({ requests }: Service, batch: Batch) {
  const entry = requestOf(requests, batch);
  if (entry === undefined) return [];
  return [{ ...step(entry.at), kind: 'requested' as const, request: summarizeRequest(entry) }];
}

/** The changes of credits of a whole batch, as far as the ledger has them one by one. */
function ledgerSteps<Kind extends LedgerEntry['type']>(
  { accounts }: State,
  { uuid, accountUuid }: Batch,
  kinds: readonly Kind[],
) {
  const { ledger } = mustGet(accounts, accountUuid);
  return ledger.flatMap(({ seq, at, type, about, credits }) => {
    const kind = about === uuid ? kinds.find((one) => one === type) : undefined;
    return kind === undefined ? [] : [{ ...step(at), kind, seq, credits }];
  });
}

function dueSteps({ sendAt, pending }: Batch) {
  return sendAt === undefined ? [] : [{ ...step(sendAt, pending), kind: 'due' as const }];
}

function sentSteps({ batch: { channels }, sentAt, channel }: Message) {
  if (sentAt === undefined || channel === undefined) return [];
  // Channels before the one that was used could not carry the message.
  const skipped: readonly Channel[] = channels.slice(0, channels.indexOf(channel));
  return [{ ...step(sentAt), kind: 'sent' as const, channel, skipped }];
}

function resultSteps({ state, resolvedAt, receipt }: Message) {
  if (resolvedAt === undefined || receipt === undefined) return [];
  const kind = state === 'failed' ? ('failed' as const) : ('delivered' as const);
  return [{ ...step(resolvedAt), kind, receipt }];
}

function repliesTo({ received }: State, uuid: string): ReceivedMessage[] {
  return received.filter(({ payload }) => payload.message_uuid === uuid);
}

function replyStep({ at, payload: { message, from } }: ReceivedMessage) {
  return { ...step(at), kind: 'reply' as const, message, from: String(from) };
}

/** The attempts of a delivery, and the next one if it is planned. */
function webhookSteps({ attempts: log, core }: Service, delivery: Delivery) {
  const { id: deliveryId, kind: webhook, url, attempts } = delivery;
  const about = { kind: 'webhook' as const, deliveryId, webhook, url };
  const steps = attempts.map(({ at, status, error }, index) => ({
    ...step(at),
    ...about,
    /** Number of the attempt, from 1. */
    attempt: index + 1,
    status,
    error,
    /** Real time; null when it is not known. */
    tookMs: log.exchangeOf(deliveryId, index)?.tookMs ?? null,
  }));
  const nextAt = nextAttemptAt(delivery, core.policy);
  if (nextAt === undefined) return steps;
  const planned = { attempt: attempts.length + 1, status: null, error: null, tookMs: null };
  return [...steps, { ...step(nextAt, true), ...about, ...planned }];
}
