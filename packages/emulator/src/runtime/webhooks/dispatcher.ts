import { anySignal, uncached } from '@messaging-service/contract';
import type { Attempt, Delivery } from '../../domain/state/state.ts';
import { machineNow } from '../time/event-loop.ts';
import { startLimit, type TimeLimit } from '../time/real-timers.ts';
import type { AttemptExchange, ReceivedResponse } from './attempt-log.ts';
import { readResponse } from './read-response.ts';

/** The settings for sending webhooks. */
export interface DispatcherParts {
  /** Makes the request; looked up at each attempt, so that a test may replace the global one later. */
  readonly fetch: () => typeof globalThis.fetch;
  /** How long an attempt may take, in milliseconds of real time. */
  readonly timeoutMs: number;
  /** The maximum number of concurrent attempts to one receiver. */
  readonly concurrency: number;
  /** Whether results are reported in the order of the attempts, so that virtual time has one history. */
  readonly inOrder: boolean;
  /** Settles when an attempt may be recorded: after the jobs of the instant; undefined if that is now. */
  readonly ready: () => Promise<void> | undefined;
  /** Records how an attempt ended. */
  readonly onAttempted: (deliveryId: string, ended: EndedAttempt, cause: number) => void;
}

/** An attempt that has ended: the part that the state keeps, and the part that only the log has. */
export interface EndedAttempt {
  readonly attempt: Attempt;
  readonly exchange: AttemptExchange;
}

/**
 * An attempt to make: the delivery, the instant that counts as its time, and the function that creates its signing
 * headers.
 */
export interface PlannedAttempt {
  readonly delivery: Delivery;
  readonly at: number;
  /** The move of time during which the call was made that caused it; 0 for a call made between moves. */
  readonly cause: number;
  /** Whether it is additional to the plan. */
  readonly byHand: true | undefined;
  readonly sign: () => Promise<Readonly<Record<string, string>>>;
}

/** An attempt that is not reported yet. */
interface Slot extends PlannedAttempt {
  readonly ended: PromiseWithResolvers<void>;
  result: EndedAttempt | undefined;
}

/** The receiver of an origin: a slow one delays its own deliveries only. */
interface Receiver {
  readonly origin: string;
  /** How many attempts are running. */
  active: number;
  /** The attempts that wait for their turn. */
  readonly waiting: Slot[];
}

/**
 * The maximum number of concurrent attempts of one emulator. Opening a connection for each of ten thousand webhooks
 * would stop the server.
 */
const MOST_ATTEMPTS = 256;

/** Sends webhooks, and waits for the responses of their receivers. */
export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #receivers = new Map<string, Receiver>();
  /** Receivers with attempts that wait, the one served last at the end. */
  readonly #ready = new Set<Receiver>();
  /** How many attempts are running. */
  #active = 0;
  /** In the order of the attempts. */
  readonly #slots = new Set<Slot>();
  #abandon = new AbortController();

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
  }

  /** Whether an attempt is running or waits for its turn; with a cause, whether one with another cause does. */
  isBusy(except?: number): boolean {
    return this.#slotsExcept(except).length > 0;
  }

  /** The running attempts, in order. */
  underWay(): readonly Pick<PlannedAttempt, 'delivery' | 'byHand'>[] {
    return [...this.#slots];
  }

  /** Settles once the running attempts have ended, except for those of a cause; it does not wait for later ones. */
  async ended(except?: number): Promise<void> {
    await Promise.all(this.#slotsExcept(except).map(({ ended }) => ended.promise));
  }

  /** Starts an attempt, or queues it behind others. */
  attempt(planned: PlannedAttempt): void {
    const { origin } = new URL(planned.delivery.url);
    const receiver = this.#receivers.get(origin) ?? { origin, active: 0, waiting: [] };
    this.#receivers.set(origin, receiver);
    const slot: Slot = { ...planned, ended: Promise.withResolvers(), result: undefined };
    this.#slots.add(slot);
    receiver.waiting.push(slot);
    this.#ready.add(receiver);
    this.#serve();
  }

  /** Aborts and forgets every attempt, as on a reset: none of them will be reported. */
  abandon(): void {
    this.#abandon.abort();
    this.#abandon = new AbortController();
    for (const { ended } of this.#slots) ended.resolve();
    this.#slots.clear();
    this.#ready.clear();
    this.#receivers.clear();
  }

  #slotsExcept(cause: number | undefined): Slot[] {
    return [...this.#slots].filter((slot) => slot.cause !== cause);
  }

  /** Starts the attempts that may start, one receiver after another. */
  #serve(): void {
    // A receiver that is put back at the end comes up again within this loop.
    for (const receiver of this.#ready) {
      if (this.#active >= MOST_ATTEMPTS) return;
      if (receiver.active >= this.#shareOf()) continue;
      this.#ready.delete(receiver);
      this.#start(receiver);
      if (receiver.waiting.length > 0) this.#ready.add(receiver);
    }
  }

  /**
   * When half of the places are taken, each receiver gets only one, so that a few receivers that hang cannot take all
   * places.
   */
  #shareOf(): number {
    return this.#active < MOST_ATTEMPTS / 2 ? this.#parts.concurrency : 1;
  }

  #start(receiver: Receiver): void {
    const { waiting } = receiver;
    // Attempts caused between moves of time come before attempts caused during one.
    const first = waiting.findIndex(({ cause }) => cause === 0);
    const [slot] = waiting.splice(Math.max(0, first), 1);
    if (slot === undefined) return;
    receiver.active++;
    this.#active++;
    void this.#send(slot, this.#abandon.signal).then(async (result) => {
      const ready = this.#parts.ready();
      if (ready !== undefined) await ready;
      receiver.active--;
      this.#active--;
      const isIdle = receiver.active === 0 && waiting.length === 0;
      if (isIdle && this.#receivers.get(receiver.origin) === receiver)
        this.#receivers.delete(receiver.origin);
      this.#finish(slot, result);
      this.#serve();
    });
  }

  async #send({ delivery, at, byHand, sign }: Slot, abandoned: AbortSignal): Promise<EndedAttempt> {
    let headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' };
    const startedAt = machineNow();
    const ended = (status: number | null, error: string | null, response: ReceivedResponse | null) => ({
      attempt: { at, status, error, headers, ...(byHand && { byHand }) },
      exchange: { tookMs: machineNow() - startedAt, response },
    });
    let limit: TimeLimit | undefined;
    try {
      headers = { ...headers, ...(await sign()) };
      limit = startLimit(this.#parts.timeoutMs);
      const signal = anySignal([abandoned, limit.signal]);
      const response = await unlessAborted(this.#request(delivery, headers, signal), signal);
      return ended(response.status, null, await readResponse(response));
    } catch (error) {
      return ended(null, reason(error, this.#parts.timeoutMs), null);
    } finally {
      limit?.end();
    }
  }

  #request(
    { url, body }: Delivery,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Response> {
    const { address, login } = separateLogin(url);
    const init = {
      method: 'POST',
      headers: { ...headers, ...login },
      body,
      redirect: 'manual',
      signal,
      ...uncached(),
    } as const;
    return this.#parts.fetch()(address, init);
  }

  #finish(slot: Slot, result: EndedAttempt): void {
    if (!this.#slots.has(slot)) return;
    slot.result = result;
    for (const finished of this.#parts.inOrder ? this.#finishedInOrder(slot.cause) : [slot]) {
      this.#slots.delete(finished);
      const { delivery, cause } = finished;
      this.#parts.onAttempted(delivery.id, finished.result as EndedAttempt, cause);
      finished.ended.resolve();
    }
  }

  /** Attempts of one cause are reported in their order; one that hangs does not delay those of another cause. */
  *#finishedInOrder(cause: number): Generator<Slot> {
    for (const slot of this.#slots) {
      if (slot.cause !== cause) continue;
      if (slot.result === undefined) return;
      yield slot;
    }
  }
}

/** `fetch` refuses a URL with a user name or a password. So they go into a header, as browsers and curl do it. See WHK-7. */
function separateLogin(url: string): { address: string; login: { authorization?: string } } {
  const address = new URL(url);
  const { username, password } = address;
  if (username === '' && password === '') return { address: url, login: {} };
  address.username = '';
  address.password = '';
  const bytes = new TextEncoder().encode(`${decoded(username)}:${decoded(password)}`);
  return { address: address.href, login: { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` } };
}

/** Decodes a part of a URL as curl does: a part with an invalid escape stays unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A receiver that is a function in a test may ignore the signal; the attempt ends anyway. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const abort = () => reject(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  return promise;
}

/** The reason why there was no response, in a few words that are the same in every run. */
function reason(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'request failed';
  if (error.name === 'TimeoutError') return `no response within ${timeoutMs} ms`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
