import { type Channel, validate } from '@messaging-service/contract';
import { bareNumber, type Message } from '../domain/state/state.ts';
import { parseIfJson } from '../http/json.ts';
import { findOperation } from '../public-api/operations.ts';
import { hasCaused, type LoggedRequest } from '../public-api/request-log.ts';
import type { Service } from '../service/service.ts';
import type { Action, Sent } from './actions.ts';
import { type History, isWithin, type Selection } from './history.ts';

/** The actions of a story, in the order in which they were taken. */
export function readActions(service: Service, selection: Selection, history: History): Action[] {
  const sent = sentActions(service, history);
  const actions = [
    ...sent,
    ...refusedActions(service, selection, sent),
    ...history.cancelled.map(({ batch, at, seq }) => ({ kind: 'cancelled' as const, at, seq, batch })),
    ...replies(history),
    ...topUps(selection, history),
    ...resolvedByHand(history),
    ...resentByHand(history),
  ];
  return actions.toSorted((a, b) => a.at - b.at || a.seq - b.seq);
}

/** The batches that one call queued are one action. */
function sentActions({ requests }: Service, { batches, cancelled }: History): Sent[] {
  const log = requests.entries();
  const callOf = (seq: number) => log.findLast((entry) => hasCaused(entry, seq));
  const all = [...batches, ...cancelled.map(({ batch }) => ({ batch, messages: batch.messages }))].toSorted(
    (a, b) => a.batch.seq - b.batch.seq,
  );
  const calls = Map.groupBy(all, ({ batch }) => callOf(batch.seq) ?? batch);
  return Array.from(calls, ([call, ofCall]) => {
    const { queuedAt: at, seq } = (ofCall[0] as (typeof all)[number]).batch;
    return { kind: 'sent', at, seq, batches: ofCall, call: 'request' in call ? call : undefined };
  });
}

/** Calls that changed nothing, and that a test would make: not those that only read, or name an object. */
function* refusedActions(
  { requests }: Service,
  selection: Selection,
  sent: readonly Sent[],
): Generator<Extract<Action, { kind: 'refused' }>> {
  const bodies = new Set(sent.map(({ call }) => call?.request.body));
  for (const call of requests.entries()) {
    const { at, endSeq: seq, request } = call;
    if (call.seq !== call.endSeq || NAMES_AN_OBJECT.test(request.target.path)) continue;
    // A dry run changes nothing either.
    const isTold = selection.kind === 'call' ? isDryRun(call) || !hasSucceeded(call) : !hasSucceeded(call);
    if (!isTold || (selection.kind === 'call' && call !== selection.call)) continue;
    if (selection.kind === 'period' && !isWithin(selection, at, seq + 1)) continue;
    if (selection.kind === 'message' && !bodies.has(request.body)) continue;
    if (selection.kind === 'phone' && !destinationsOf(call).includes(selection.number)) continue;
    // After everything that was caused before it.
    yield { kind: 'refused', at, seq: seq + 0.5, call };
  }
}

const NAMES_AN_OBJECT = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i;

function hasSucceeded({ reply, fault }: LoggedRequest): boolean {
  return reply !== 'disconnect' && reply.status < 300 && fault?.isResponse !== true;
}

function isDryRun({ request }: LoggedRequest): boolean {
  return findOperation(request)?.operation.name.endsWith('.send') === true;
}

/** The numbers that a call of any form sends to, if they are valid. */
function destinationsOf({ request }: LoggedRequest): string[] {
  const route = findOperation(request);
  if (route === undefined || route.operation.body === null) return [];
  const checked = validate(route.operation.body, parseIfJson(request.body));
  if (!checked.ok) return [];
  const { messages = [], destinations = [] } = checked.value as {
    readonly messages?: readonly { readonly to: string }[];
    readonly destinations?: readonly string[];
  };
  return [...messages.map(({ to }) => to), ...destinations].map(bareNumber);
}

function replies({ received }: History): Action[] {
  return received.map(({ at, seq, payload: { from, to, message, channel, account_uuid: accountUuid } }) => ({
    kind: 'replied',
    at,
    seq,
    from: String(from),
    to: String(to),
    message,
    // The type of the payload is that of any service. This one queues messages of its own channels only.
    channel: channel as Channel,
    accountUuid,
  }));
}

function topUps(selection: Selection, { journal }: History): Action[] {
  if (selection.kind !== 'period') return [];
  return journal.flatMap(({ at, seq, fact }) =>
    fact.type === 'credits-topped-up' && isWithin(selection, at, seq)
      ? [{ kind: 'topped-up' as const, at, seq, accountUuid: fact.accountUuid, credits: fact.credits }]
      : [],
  );
}

/** The key of a call; undefined for one without a key. */
export function callerKeyOf({ request }: LoggedRequest): string | undefined {
  return request.target.key;
}

function resolvedByHand({ batches, journal }: History): Action[] {
  const seqs = new Map(
    journal.flatMap(({ seq, fact }) =>
      fact.type === 'message-delivered' || fact.type === 'message-failed' ? [[fact.messageUuid, seq]] : [],
    ),
  );
  return batches
    .flatMap(({ messages }) => messages)
    .filter(isByHand)
    .map((message) => ({
      kind: 'resolved',
      at: message.resolvedAt ?? message.batch.queuedAt,
      seq: seqs.get(message.uuid) ?? Number.POSITIVE_INFINITY,
      message,
    }));
}

/** What decided the outcome of a message, where the state has it. */
export function isByHand(message: Message): boolean {
  return message.decidedBy?.kind === 'by-hand';
}

/** Attempts by hand are additional. */
function resentByHand({ deliveries }: History): Action[] {
  return deliveries.flatMap(({ id, attempts }) =>
    attempts
      .filter((attempt) => attempt.byHand === true)
      .map(({ at }) => ({ kind: 'resent' as const, at, seq: Number.POSITIVE_INFINITY, deliveryId: id })),
  );
}
