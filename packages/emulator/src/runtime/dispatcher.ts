import type { Attempt, Delivery } from '../domain/state.ts';

/** How webhooks leave the emulator. */
export interface DispatcherParts {
  /** Makes the request; looked up at each attempt, so that a test may replace the global one later. */
  readonly fetch: () => typeof globalThis.fetch;
  /** How long an attempt may take, in milliseconds of real time. */
  readonly timeoutMs: number;
  /** How many attempts may be under way at one receiver. */
  readonly concurrency: number;
  /** Whether results are reported in the order of the attempts, so that virtual time has one history. */
  readonly inOrder: boolean;
  /** Takes note of how an attempt ended. */
  readonly onAttempted: (deliveryId: string, attempt: Attempt) => void;
}

/** An attempt to make: the delivery, the instant that counts as its time, and what makes the headers that sign it. */
export interface PlannedAttempt {
  readonly delivery: Delivery;
  readonly at: number;
  readonly sign: () => Promise<Readonly<Record<string, string>>>;
}

interface Slot {
  readonly planned: PlannedAttempt;
  result: Attempt | undefined;
}

/** The receiver of an origin: a slow one keeps its own deliveries waiting and nobody else's. */
interface Receiver {
  active: number;
  readonly waiting: Set<Slot>;
}

/** Sends webhooks. It is the only part of the emulator that waits for anybody. */
export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #receivers = new Map<string, Receiver>();
  #slots = new Set<Slot>();
  #idle: PromiseWithResolvers<void> | undefined;
  #abandon = new AbortController();

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
  }

  /** Whether an attempt is under way. */
  get busy(): boolean {
    return this.#slots.size > 0;
  }

  /** The deliveries of the attempts under way, in order. */
  underWay(): string[] {
    return [...this.#slots].map(({ planned }) => planned.delivery.id);
  }

  /** Settles once no attempt is under way. */
  idle(): Promise<void> {
    if (!this.busy) return Promise.resolve();
    this.#idle ??= Promise.withResolvers<void>();
    return this.#idle.promise;
  }

  /** Starts an attempt, or queues it behind others for the same receiver. */
  attempt(planned: PlannedAttempt): void {
    const slot: Slot = { planned, result: undefined };
    this.#slots.add(slot);
    const { origin } = new URL(planned.delivery.url);
    const receiver = this.#receivers.get(origin) ?? { active: 0, waiting: new Set() };
    this.#receivers.set(origin, receiver);
    receiver.waiting.add(slot);
    this.#serve(origin, receiver);
  }

  /** Breaks off every attempt and forgets it, as on a reset: nothing of it will be reported. */
  abandon(): void {
    this.#abandon.abort();
    this.#abandon = new AbortController();
    this.#slots.clear();
    for (const { waiting } of this.#receivers.values()) waiting.clear();
    this.#receivers.clear();
    this.#finishIdle();
  }

  #serve(origin: string, receiver: Receiver): void {
    while (receiver.active < this.#parts.concurrency) {
      const [slot] = receiver.waiting;
      if (slot === undefined) break;
      receiver.waiting.delete(slot);
      receiver.active++;
      void this.#send(slot, this.#abandon.signal).then((result) => {
        receiver.active--;
        this.#finish(slot, result);
        this.#serve(origin, receiver);
      });
    }
    if (receiver.active === 0 && this.#receivers.get(origin) === receiver) this.#receivers.delete(origin);
  }

  async #send({ planned }: Slot, abandoned: AbortSignal): Promise<Attempt> {
    const { delivery, at } = planned;
    let headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' };
    try {
      headers = { ...headers, ...(await planned.sign()) };
      const signal = AbortSignal.any([abandoned, AbortSignal.timeout(this.#parts.timeoutMs)]);
      const status = await unlessAborted(this.#request(delivery, headers, signal), signal);
      return { at, status, error: null, headers };
    } catch (error) {
      return { at, status: null, error: reason(error, this.#parts.timeoutMs), headers };
    }
  }

  async #request(
    { url, body }: Delivery,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<number> {
    const request = { method: 'POST', headers, body, redirect: 'manual', signal } as const;
    const response = await this.#parts.fetch()(url, request);
    await response.body?.cancel();
    return response.status;
  }

  #finish(slot: Slot, result: Attempt): void {
    if (!this.#slots.has(slot)) return;
    slot.result = result;
    for (const finished of this.#parts.inOrder ? this.#finishedInOrder() : [slot]) {
      this.#slots.delete(finished);
      this.#parts.onAttempted(finished.planned.delivery.id, finished.result as Attempt);
    }
    if (!this.busy) this.#finishIdle();
  }

  *#finishedInOrder(): Generator<Slot> {
    for (const slot of this.#slots) {
      if (slot.result === undefined) return;
      yield slot;
    }
  }

  #finishIdle(): void {
    this.#idle?.resolve();
    this.#idle = undefined;
  }
}

/** A receiver that is a function in a test need not heed the signal; the attempt ends all the same. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const abort = () => reject(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  return promise;
}

/** Why there was no answer, in a word or two that stays the same from run to run. */
function reason(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'request failed';
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs} ms`;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : error.message;
}
