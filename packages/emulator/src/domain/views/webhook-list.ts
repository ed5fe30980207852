import { formatTimestamp, type WebhookKind } from '@messaging-service/contract';
import { lowerBound } from '../state/sequence.ts';
import type { Delivery, Message, State } from '../state/state.ts';
import { type Filters, pageOf, passesAll, type WindowBounds, windowOf } from './list-window.ts';
import { parseSearch } from './search.ts';
import {
  accountFilter,
  periodFilter,
  statusFilter,
  textFilter,
  timeFilters,
  valueFilter,
} from './search-filters.ts';
import { numbersIn } from './spelled-number.ts';

/** The kinds of webhooks. */
export const WEBHOOK_KINDS = [
  'inbound-message',
  'delivery-receipt',
  'credit-notification',
] as const satisfies WebhookKind[];

/** The states of a delivery. */
export const DELIVERY_STATES = ['pending', 'succeeded', 'exhausted'] as const satisfies Delivery['state'][];

/** A webhook delivery with its attempts. Instants are ISO 8601. */
export interface DeliveryView {
  /** Its identifier. */
  id: string;
  /** Which of the three webhooks it is. */
  kind: WebhookKind;
  /** The account it is about. */
  accountUuid: string;
  /** The URL that it is sent to. */
  url: string;
  /** The payload. */
  payload: unknown;
  /** `pending` until a response had status 200 (`succeeded`) or the last attempt failed (`exhausted`). */
  state: Delivery['state'];
  /** The attempts so far. */
  attempts: AttemptView[];
  /** The fault that changed its payload, as a sentence; absent without one. EMU-6. */
  fault?: string | undefined;
}

/** A delivery as a table shows it. */
export interface DeliveryRow extends DeliveryView {
  /** The text of the message that the payload is about; null when there is none. */
  text: string | null;
}

/** One attempt at a delivery. */
export interface AttemptView {
  /** When it was made. */
  at: string;
  /** Status of the response; null when there was none. */
  status: number | null;
  /** Why there was no response; null when there was one. */
  error: string | null;
  /** The headers that were sent. */
  headers: Record<string, string>;
  /** Set if you sent it again by hand, in addition to the planned attempts. EMU-28. */
  byHand?: true | undefined;
}

/**
 * Which deliveries to list. Leave out a condition to list all.
 *
 * @example
 * ```ts
 * await messages.sendOne({ ...message, callback: 'http://127.0.0.1:4020/receipts' });
 * await emulator.settle();
 * const { identifier } = emulator.account;
 * const [delivery] = emulator.webhooks({ q: 'response:200', kind: 'delivery-receipt', account: identifier, state: 'succeeded', limit: 1 });
 * console.log(delivery?.attempts.length); // 1
 * ```
 */
export interface DeliveryFilter {
  /**
   * A search: words of the payload, the message or a response, `"phrases"`, phone numbers and filters such as
   * `response:5xx`; `-` negates one of them. EMU-13.
   */
  q?: string | undefined;
  /** Which of the three webhooks. */
  kind?: WebhookKind | undefined;
  /** Account UUID. */
  account?: string | undefined;
  /** Their state. */
  state?: Delivery['state'] | undefined;
  /** The maximum number of entries. */
  limit?: number | undefined;
}

/** A filter, the part of the list, and its order. */
export interface DeliveryQuery extends DeliveryFilter, Omit<WindowBounds, 'limit'> {
  /** The `next` of the previous page. */
  readonly cursor?: string | undefined;
  /** The order in which deliveries were queued (the default), or were last attempted. */
  readonly order?: 'queued' | 'attempted' | undefined;
}

/** The parts of a service that a list of deliveries needs. */
interface Deliveries {
  readonly core: { readonly state: State; readonly driver: { now(): number } };
  /** The responses to attempts, as far as they are kept. */
  readonly attempts: { bodiesOf(delivery: Delivery): readonly string[] };
}

const FILTERS: Filters<Delivery, Omit<DeliveryFilter, 'limit'>, Deliveries> = {
  kind: (kind) => (delivery) => delivery.kind === kind,
  account: (uuid) => (delivery) => delivery.accountUuid === uuid.toLowerCase(),
  state: (state) => (delivery) => delivery.state === state,
  q: deliverySearch,
};

/** The names of the members of a filter. */
export const DELIVERY_FILTERS = [...Object.keys(FILTERS), 'limit'];

/** Reads a search for deliveries. EMU-13. */
function deliverySearch(q: string, { core: { state, driver }, attempts: log }: Deliveries) {
  const now = driver.now();
  const attemptedIn = periodFilter<Delivery>(now, ({ attempts }) => attempts.map(({ at }) => at));
  return parseSearch<Delivery>(
    q,
    {
      state: valueFilter(DELIVERY_STATES, (delivery) => delivery.state),
      response: statusFilter('none', ({ attempts }) => attempts.at(-1)?.status),
      kind: valueFilter(WEBHOOK_KINDS, ({ kind }) => kind),
      account: accountFilter(state, ({ accountUuid }) => accountUuid),
      ...timeFilters(now, ({ attempts }) => attempts.at(-1)?.at),
      attempted: attemptedIn,
      during: attemptedIn,
      message: textFilter((delivery) => [messageOf(state, delivery)?.uuid]),
    },
    (delivery) => {
      const { id, url, body, attempts } = delivery;
      const errors = attempts.flatMap(({ error }) => error ?? []);
      const text = messageOf(state, delivery)?.batch.body ?? '';
      return {
        texts: [url, body, text, ...errors, ...log.bodiesOf(delivery)],
        numbers: numbersIn(body),
        ids: [id],
      };
    },
  );
}

/**
 * Lists deliveries, the latest last: a page with the cursor of the next one or, with an `offset`, a part with the length of the
 * list.
 *
 * @throws {Rejection} The search is not valid.
 */
export function listDeliveries(service: Deliveries, query: DeliveryQuery) {
  const { state } = service.core;
  const all = state.index.deliveries;
  const accepts = passesAll(FILTERS, query, service);
  if (query.offset === undefined) {
    const after = lowerBound(all, Number(query.cursor ?? 0) + 1, ({ seq }) => seq);
    const { rows, next } = pageOf(itemsFrom(all, after), query.limit, {
      accepts,
      view: viewDelivery,
      cursorOf: ({ seq }) => String(seq),
    });
    return { deliveries: rows, next };
  }
  const ordered = query.order === 'attempted' ? all.toSorted(attemptedEarlier) : all;
  const { rows, ...rest } = windowOf(ordered, query, {
    accepts,
    view: (delivery): DeliveryRow => ({
      ...viewDelivery(delivery),
      text: messageOf(state, delivery)?.batch.body ?? null,
    }),
    idOf: ({ id }) => id,
  });
  return { deliveries: rows, next: null, ...rest };
}

/** The items of a list from an index on, without a copy of the list. */
function* itemsFrom<Item>(items: readonly Item[], index: number): Generator<Item> {
  for (let at = index; at < items.length; at++) yield items[at] as Item;
}

/**
 * Deliveries without an attempt are attempted next, so they are the latest. The others are in the order of the facts: instants
 * of a clock that stands still or was set back say nothing.
 */
function attemptedEarlier(a: Delivery, b: Delivery): number {
  return (
    Number(a.attempts.length === 0) - Number(b.attempts.length === 0) ||
    (a.attemptedSeq ?? a.seq) - (b.attemptedSeq ?? b.seq)
  );
}

/** The message that a receipt or a reply belongs to; undefined when there is none. */
export function messageOf({ messages }: State, { messageUuid = '' }: Delivery): Message | undefined {
  return messages.get(messageUuid);
}

/** A delivery as tests and the control API see it. */
export function viewDelivery(delivery: Delivery): DeliveryView {
  const { id, kind, accountUuid, url, body, state, attempts, fault } = delivery;
  return {
    id,
    kind,
    accountUuid,
    url,
    payload: JSON.parse(body) as unknown,
    state,
    attempts: attempts.map(({ at, ...attempt }) => ({
      at: formatTimestamp(at),
      ...attempt,
      headers: { ...attempt.headers },
    })),
    ...(fault !== undefined && { fault }),
  };
}
