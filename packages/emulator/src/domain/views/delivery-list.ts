import { formatTimestamp, type WebhookKind } from '@messaging-service/contract';
import type { Delivery, State } from '../state/state.ts';
import { type Placed, pageOf } from './list-window.ts';

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
 * const [delivery] = emulator.webhooks({ kind: 'delivery-receipt', account: identifier, state: 'succeeded', limit: 1, cursor: '0' });
 * console.log(delivery?.attempts.length); // 1
 * ```
 */
export interface DeliveryFilter {
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

/** Lists deliveries in the order in which they were queued. The cursor is a count, because no delivery is ever removed. */
export function listDeliveries(state: State, filter: DeliveryFilter = {}): DeliveryPage {
  const accepts = (delivery: Delivery) => deliveryMatches(delivery, filter);
  const { rows, next } = pageOf(deliveriesFrom(state, filter), filter.limit, accepts);
  return { deliveries: rows.map(viewDelivery), next };
}

/** The deliveries after a cursor, each with its number, from 1. */
function* deliveriesFrom(state: State, { cursor = '0' }: DeliveryFilter): Generator<Placed<Delivery>> {
  let position = 0;
  for (const item of state.deliveries.values())
    if (++position > Number(cursor)) yield { item, cursor: position };
}

/** Whether a delivery matches a filter. */
export function deliveryMatches(delivery: Delivery, { kind, account, state }: DeliveryFilter): boolean {
  if (kind !== undefined && delivery.kind !== kind) return false;
  if (account !== undefined && delivery.accountUuid !== account.toLowerCase()) return false;
  return state === undefined || delivery.state === state;
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
