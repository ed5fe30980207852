import type { Reached, TimeEvent } from '@messaging-service/protocol';
import { machineNow } from '../runtime/time/event-loop.ts';
import { clearTimeout, setTimeout } from '../runtime/time/real-timers.ts';
import { Queue } from './queue.ts';

interface Wait {
  readonly tick: number;
  readonly resolve: (isLate: boolean) => void;
  /** Restarts its limit. */
  readonly renew: () => void;
}

/** Two readings of the machine's clock are a moment apart. */
const DRIFT_MS = 5;

/** One application that follows the clock. */
export class Follower {
  readonly id: string;
  readonly name: string;
  /** Whether it can visit instants without an event for each. */
  readonly canGoAhead: boolean;
  /** When its next timer is due, by its last report. */
  nextTimerAt: number | undefined;
  /** Whether it may have done something since its last report, because another program may have called it. */
  isAwake = true;
  /** What it waited for at its last report. */
  waitingFor: readonly string[] = [];
  /** The stream that it reads. */
  events: Queue<TimeEvent> | undefined;
  /** The time that it shows, and the machine's monotonic time at which it was told. */
  #shown = { now: Number.NaN, at: Number.NaN };
  #tick = 0;
  readonly #waits = new Set<Wait>();

  constructor(id: string, name: string, canGoAhead: boolean) {
    this.id = id;
    this.name = name;
    this.canGoAhead = canGoAhead;
  }

  /** Whether a move of time waits for it. */
  get isWaitedFor(): boolean {
    return this.#waits.size > 0;
  }

  /** Begins to send events. A stream that was open before ends. */
  listen(): Queue<TimeEvent> {
    this.events?.end();
    this.events = new Queue();
    return this.events;
  }

  /** Whether it knows an instant. A system clock continues without reports. */
  knows(now: number, mode: 'virtual' | 'system'): boolean {
    if (mode === 'virtual') return this.#shown.now === now;
    return Math.abs(now - this.#shown.now - (machineNow() - this.#shown.at)) <= DRIFT_MS;
  }

  /** Reports the current time to it. The acknowledgement follows later. */
  tell(event: Omit<TimeEvent, 'tick'>): void {
    this.#shows(event.now);
    this.events?.push({ tick: ++this.#tick, ...event });
  }

  /**
   * Waits until it has acknowledged the latest report, or is no longer waited for. Each report that it is still busy
   * restarts the limit.
   *
   * @returns Whether it is late.
   */
  acknowledged(limitMs: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const start = () => setTimeout(() => wait.resolve(true), limitMs);
    let limit = start();
    const wait: Wait = {
      tick: this.#tick,
      renew: () => {
        clearTimeout(limit);
        limit = start();
      },
      resolve: (isLate) => {
        clearTimeout(limit);
        this.#waits.delete(wait);
        resolve(isLate);
      },
    };
    this.#waits.add(wait);
    return promise;
  }

  /** Records a report of the follower. */
  reached({ tick, nextTimerAt, now, waitingFor = [] }: Reached): void {
    this.nextTimerAt = nextTimerAt;
    this.waitingFor = waitingFor;
    if (now !== undefined) this.#shows(now);
    for (const wait of this.#waits) {
      if (wait.tick === tick) wait.resolve(false);
      else wait.renew();
    }
  }

  /** Ends its stream and all waits for it. */
  leave(): void {
    this.events?.end();
    this.events = undefined;
    this.release();
  }

  /** Ends all waits for it. */
  release(): void {
    for (const wait of this.#waits) wait.resolve(false);
  }

  #shows(now: number): void {
    this.#shown = { now, at: machineNow() };
  }
}
