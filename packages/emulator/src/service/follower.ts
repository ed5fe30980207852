import type { Cost } from './move-record.ts';

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
  /** What took the most real time since its last report. */
  readonly costs?: readonly Cost[] | undefined;
}

/** The receiver of the events of a follower. */
export interface FollowerSink {
  send(event: TimeEvent): void;
  /** Ends the stream; the follower may join again. */
  end(): void;
}

/** How a wait for a follower ended. */
export type Outcome = 'reached' | 'left' | 'late' | 'released';

interface Wait {
  readonly tick: number;
  readonly resolve: (outcome: Outcome) => void;
  /** Restarts its limit. */
  readonly renew: () => void;
}

/** Fake timers of a test must not decide when a follower is removed. */
const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis;

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
  #sink: FollowerSink | undefined;
  #toldNow = Number.NaN;
  #toldOffset = Number.NaN;
  #tick = 0;
  readonly #waits = new Set<Wait>();

  constructor(id: string, name: string, canGoAhead: boolean) {
    this.id = id;
    this.name = name;
    this.canGoAhead = canGoAhead;
  }

  /** Whether it listens to events. */
  get isListening(): boolean {
    return this.#sink !== undefined;
  }

  /** Whether a move of time waits for it. */
  get isWaitedFor(): boolean {
    return this.#waits.size > 0;
  }

  /** Begins to send events. A stream that was open before ends. */
  listen(sink: FollowerSink): void {
    this.#sink?.end();
    this.#sink = sink;
  }

  /** Whether it knows an instant. A system clock continues without reports. */
  knows(now: number, mode: 'virtual' | 'system'): boolean {
    if (mode === 'virtual') return this.#toldNow === now;
    return Math.abs(now - Date.now() - this.#toldOffset) <= DRIFT_MS;
  }

  /** Reports the current time to it. The acknowledgement follows later. */
  tell(event: Omit<TimeEvent, 'tick'>): void {
    this.#shows(event.now);
    this.#sink?.send({ tick: ++this.#tick, ...event });
  }

  /** Waits until it has acknowledged the latest report. Each report that it is still busy restarts the limit. */
  acknowledged(limitMs: number): Promise<Outcome> {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const start = () => startTimer(() => wait.resolve('late'), limitMs);
    let limit = start();
    const wait: Wait = {
      tick: this.#tick,
      renew: () => {
        stopTimer(limit);
        limit = start();
      },
      resolve: (outcome) => {
        stopTimer(limit);
        this.#waits.delete(wait);
        resolve(outcome);
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
      if (wait.tick === tick) wait.resolve('reached');
      else wait.renew();
    }
  }

  /** Ends its stream and all waits for it. */
  leave(): void {
    this.#sink?.end();
    this.#sink = undefined;
    for (const wait of this.#waits) wait.resolve('left');
  }

  /** Ends all waits for it, because the move of time ends. */
  release(): void {
    for (const wait of this.#waits) wait.resolve('released');
  }

  #shows(now: number): void {
    this.#toldNow = now;
    this.#toldOffset = now - Date.now();
  }
}

/** Two readings of the machine's clock are a moment apart. */
const DRIFT_MS = 5;
