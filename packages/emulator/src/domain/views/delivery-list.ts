import { formatTimestamp, type WebhookKind } from '@messaging-service/contract';
import type { Delivery, Message, State } from '../state/state.ts';
import {
  type ListWindow,
  mapWindow,
  type Placed,
  pageOf,
  type WindowBounds,
  windowOf,
} from './list-window.ts';

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
}

/**
 * Which deliveries to list. Members that are left out are not compared.
 *
 * @example
 * ```ts
 * await messages.sendOne({ ...message, callback: 'http://127.0.0.1:4020/receipts' });
 * await emulator.settle();
 * const { identifier } = emulator.account;
 * const [delivery] = emulator.webhooks({ q: 'response:200', kind: 'delivery-receipt', account: identifier, state: 'succeeded', limit: 1, cursor: '0' });
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
  /** The `next` of the previous page. */
  cursor?: string | undefined;
}

/** The names of the filters. */
export const DELIVERY_FILTERS = Object.keys({
  q: true,
  kind: true,
  account: true,
  state: true,
  limit: true,
  cursor: true,
} satisfies Record<keyof DeliveryFilter, true>);

/** A page of deliveries, oldest first. */
export interface DeliveryPage {
  /** The deliveries. */
  deliveries: DeliveryView[];
  /** The cursor of the next page; null when this is the last one. */
  next: string | null;
}

/** A filter whose search has been read. */
export interface DeliveryQuery extends Omit<DeliveryFilter, 'q'> {
  /** The search. */
  readonly search?: ((delivery: Delivery) => boolean) | undefined;
  /** UUID of the message that the receipt or the reply belongs to. */
  readonly message?: string | undefined;
}

/** Lists deliveries in the order in which they were queued. The cursor is a count, because no delivery is ever removed. */
export function listDeliveries(state: State, filter: DeliveryQuery = {}): DeliveryPage {
  const accepts = (delivery: Delivery) => deliveryMatches(delivery, filter);
  const { rows, next } = pageOf(deliveriesAfter(state, filter.cursor), filter.limit, accepts);
  return { deliveries: rows.map(viewDelivery), next };
}

/** The order of a table: in which deliveries were queued, or were last attempted. */
export type DeliveryOrder = 'queued' | 'attempted';

/** Part of the deliveries that match, the latest last, and how many there are. */
export function listDeliveryWindow(
  state: State,
  filter: DeliveryQuery & { readonly order?: DeliveryOrder | undefined },
  bounds: WindowBounds,
): ListWindow<DeliveryRow> {
  const accepts = (delivery: Delivery) => deliveryMatches(delivery, filter);
  const all = state.deliveries.values();
  const deliveries = filter.order === 'attempted' ? [...all].sort(attemptedEarlier) : all;
  const found = windowOf(deliveries, bounds, accepts, ({ id }) => id);
  return mapWindow(found, (delivery) => ({
    ...viewDelivery(delivery),
    text: messageOf(state, delivery)?.batch.body ?? null,
  }));
}

/** Deliveries without an attempt are attempted next, so they are the latest. While the clock stands still, the order of the facts decides. */
function attemptedEarlier(a: Delivery, b: Delivery): number {
  return attemptedAt(a) - attemptedAt(b) || (a.attemptedSeq ?? a.seq) - (b.attemptedSeq ?? b.seq);
}

function attemptedAt({ attempts }: Delivery): number {
  return attempts.at(-1)?.at ?? Number.MAX_VALUE;
}

/** The message that a receipt or a reply belongs to; undefined when there is none. */
export function messageOf({ messages }: State, { messageUuid = '' }: Delivery): Message | undefined {
  return messages.get(messageUuid);
}

/** The deliveries after a cursor, each with its number, from 1. */
function* deliveriesAfter({ deliveries }: State, cursor = '0'): Generator<Placed<Delivery>> {
  let position = 0;
  for (const item of deliveries.values()) if (++position > Number(cursor)) yield { item, cursor: position };
}

/** Whether a delivery matches a filter. */
function deliveryMatches(
  delivery: Delivery,
  { kind, account, state, message, search }: DeliveryQuery,
): boolean {
  if (kind !== undefined && delivery.kind !== kind) return false;
  if (account !== undefined && delivery.accountUuid !== account.toLowerCase()) return false;
  if (state !== undefined && delivery.state !== state) return false;
  if (message !== undefined && delivery.messageUuid !== message.toLowerCase()) return false;
  return search === undefined || search(delivery);
}

/** A delivery as tests and the control API see it. */
export function viewDelivery(delivery: Delivery): DeliveryView {
  const { id, kind, accountUuid, url, body, state, attempts } = delivery;
  return {
    id,
    kind,
    accountUuid,
    url,
    payload: JSON.parse(body) as unknown,
    state,
    attempts: attempts.map((attempt) => ({
      at: formatTimestamp(attempt.at),
      status: attempt.status,
      error: attempt.error,
      headers: { ...attempt.headers },
    })),
  };
}
