import type { Delivery } from '../../domain/state/state.ts';

/** The response of a receiver of webhooks. */
export interface ReceivedResponse {
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of the body, as text. */
  readonly body: string;
  /** Whether the body is longer than that. */
  readonly isCut: boolean;
}

/**
 * The duration and the response of an attempt, in real time. They differ from run to run, so they are not part of the
 * state.
 */
export interface AttemptExchange {
  /** How long the attempt took, in milliseconds of real time. */
  readonly tookMs: number;
  /** The response; null when there was none. */
  readonly response: ReceivedResponse | null;
}

/** Attempts whose exchanges are kept. With 16 KiB of each body, these are at most 80 MiB. */
const MOST_ATTEMPTS = 5_000;

/** The responses to the latest attempts. A reset and a restored snapshot clear it. */
export class AttemptLog {
  /** By delivery and index of the attempt, the oldest first. */
  #exchanges = new Map<string, AttemptExchange>();

  /** Adds the exchange of a delivery's latest attempt. */
  add(deliveryId: string, attempt: number, exchange: AttemptExchange): void {
    this.#exchanges.set(keyOf(deliveryId, attempt), exchange);
    const [oldest = ''] = this.#exchanges.keys();
    if (this.#exchanges.size > MOST_ATTEMPTS) this.#exchanges.delete(oldest);
  }

  /** The exchange of an attempt; undefined when it is not kept. */
  exchangeOf(deliveryId: string, attempt: number): AttemptExchange | undefined {
    return this.#exchanges.get(keyOf(deliveryId, attempt));
  }

  /** The bodies of the responses to a delivery, as far as they are kept. */
  bodiesOf({ id, attempts }: Delivery): string[] {
    return attempts.flatMap((_, attempt) => this.exchangeOf(id, attempt)?.response?.body ?? []);
  }

  /** The exchanges that are kept now, for {@link restore}. */
  save(): ReadonlyMap<string, AttemptExchange> {
    return new Map(this.#exchanges);
  }

  /** Continues with the exchanges that were kept earlier. */
  restore(saved: ReadonlyMap<string, AttemptExchange>): void {
    this.#exchanges = new Map(saved);
  }

  clear(): void {
    this.#exchanges.clear();
  }
}

function keyOf(deliveryId: string, attempt: number): string {
  return `${deliveryId} ${attempt}`;
}
