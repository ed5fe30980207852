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

/** Deliveries whose exchanges are kept, and characters of their responses. */
const MOST_DELIVERIES = 5_000;
const MOST_CHARACTERS = 16 * 1024 * 1024;

/** The responses to the latest attempts. A reset and a restored snapshot clear it. */
export class AttemptLog {
  /** By delivery, the least recently attempted first; in each, by the index of the attempt. */
  readonly #exchanges = new Map<string, (AttemptExchange | undefined)[]>();
  #characters = 0;

  /** Adds the exchange of a delivery's latest attempt. */
  add(deliveryId: string, attempt: number, exchange: AttemptExchange): void {
    const exchanges = this.#exchanges.get(deliveryId) ?? [];
    exchanges[attempt] = exchange;
    this.#exchanges.delete(deliveryId);
    this.#exchanges.set(deliveryId, exchanges);
    this.#characters += charactersOf(exchange);
    for (const oldest of this.#exchanges.keys()) {
      const isFull = this.#exchanges.size > MOST_DELIVERIES || this.#characters > MOST_CHARACTERS;
      if (!isFull || oldest === deliveryId) return;
      this.#drop(oldest);
    }
  }

  /** The exchange of an attempt; undefined when it is not kept. */
  exchangeOf(deliveryId: string, attempt: number): AttemptExchange | undefined {
    return this.#exchanges.get(deliveryId)?.[attempt];
  }

  /** The bodies of the responses to a delivery, as far as they are kept. */
  bodiesOf(deliveryId: string): string[] {
    return (this.#exchanges.get(deliveryId) ?? []).flatMap((exchange) => exchange?.response?.body ?? []);
  }

  /** The exchanges that are kept now, for {@link restore}. */
  save(): readonly (readonly [deliveryId: string, exchanges: readonly (AttemptExchange | undefined)[]])[] {
    return Array.from(this.#exchanges, ([id, exchanges]) => [id, [...exchanges]]);
  }

  /** Continues with the exchanges that were kept earlier. */
  restore(saved: ReturnType<AttemptLog['save']>): void {
    this.clear();
    for (const [id, exchanges] of saved) {
      this.#exchanges.set(id, [...exchanges]);
      this.#characters += exchanges.reduce((sum, exchange) => sum + charactersOf(exchange), 0);
    }
  }

  clear(): void {
    this.#exchanges.clear();
    this.#characters = 0;
  }

  #drop(deliveryId: string): void {
    for (const exchange of this.#exchanges.get(deliveryId) ?? []) this.#characters -= charactersOf(exchange);
    this.#exchanges.delete(deliveryId);
  }
}

/** Some attempts of a delivery may be missing in its list, those before a snapshot was restored. */
function charactersOf(exchange: AttemptExchange | undefined): number {
  if (exchange === undefined || exchange.response === null) return 0;
  const { headers, body } = exchange.response;
  return Object.entries(headers).reduce(
    (sum, [name, value]) => sum + name.length + value.length,
    body.length,
  );
}
