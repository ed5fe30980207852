import { machineNow } from '../runtime/time/event-loop.ts';
import { clearTimeout, setTimeout } from '../runtime/time/real-timers.ts';
import type { Cost } from './costs.ts';
import { Queue } from './queue.ts';

/** A report of the time to an application: one event of `GET /followers/{id}/events`. */
export interface TimeEvent {
  /** Number of the event, counted for each follower; `reached` names it. */
  readonly tick: number;
  /** The current time, in milliseconds since the epoch. */
  readonly now: number;
  readonly mode: 'virtual' | 'system';
  /**
   * The condition that the follower acknowledges: that its clock shows the new time (`set`), or that it has also run its timers and
   * finished the requests that it started (`quiet`). With `halt`, it reports its time immediately and stays there.
   */
  readonly until: 'set' | 'quiet' | 'halt';
  /** Whether time was replaced by a reset or a restored snapshot: timers keep their remaining time. */
  readonly jump: boolean;
  /**
   * With `quiet`: no one else has anything to do up to this instant, so the follower can continue with its own timers.
   */
  readonly upTo?: number | undefined;
}

/** A report of a follower. */
export interface Reached {
  /** The event that it acknowledges; 0 for none. */
  readonly tick: number;
  /** When its next timer is due, in milliseconds since the epoch; undefined when it has none. */
  readonly nextTimerAt: number | undefined;
  /** Requests that it has started since its last report. They may have woken other followers. */
  readonly requests: number;
  /** The time that its clock shows; undefined when it is the time of the event. */
  readonly now?: number | undefined;
  /** How many instants it has visited since its last report. */
  readonly instants?: number | undefined;
  /** What it waits for now. */
  readonly waitingFor?: readonly string[] | undefined;
  /** The timers for which somebody waits in it while the clock stands still. */
  readonly waitingForTime?: readonly string[] | undefined;
  /** What took the most real time since its last report. */
  readonly costs?: readonly Cost[] | undefined;
}

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
