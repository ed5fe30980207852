import { formatTimestamp } from '@messaging-service/contract';
import type { Core } from '../runtime/core/core.ts';
import type { JournalEntry } from '../runtime/core/journal.ts';

/** An event: a fact, a movement of the clock, or the notice that the reader has missed events. EMU-11. */
export type EmulatorEvent = FactEvent | ClockEvent | LaggedEvent;

/** A change of state, with its time. */
export interface FactEvent {
  /** Its kind. */
  readonly event: 'fact';
  /** The fact; its other members depend on its type. */
  readonly data: FactData;
}

/** A fact in an event. */
export interface FactData {
  /** Other members of the fact. */
  readonly [member: string]: unknown;
  /** Its number, from 1. */
  readonly seq: number;
  /** When it happened: ISO 8601. */
  readonly at: string;
  /** The type of the fact, such as `message-sent`. */
  readonly type: string;
}

/** A movement of the clock: there is one for each instant that a move visits, and for its target. */
export interface ClockEvent {
  /** Its kind. */
  readonly event: 'clock';
  /** The clock after the movement. */
  readonly data: {
    /** The current time: ISO 8601. */
    readonly now: string;
    /** The mode of the clock. */
    readonly mode: 'virtual' | 'system';
  };
}

/** The reader did not keep up: some facts are missing, and the stream ends. */
export interface LaggedEvent {
  /** Its kind. */
  readonly event: 'lagged';
  /** Which facts are missing. */
  readonly data: {
    /** The last fact that the reader has; null when it has none. */
    readonly last: number | null;
    /** The next fact that is still kept. */
    readonly next: number;
  };
}

/** A fact as an event shows it. */
export function factData({ seq, at, fact }: JournalEntry): FactEvent['data'] {
  return { seq, at: formatTimestamp(at), ...fact };
}

/** A movement of the clock as an event shows it. */
export function clockData({ driver }: Core, instant: number): ClockEvent['data'] {
  return { now: formatTimestamp(instant), mode: driver.mode };
}

/** Events that wait for a reader that is busy. Those of the latest call do not count, because it can cause many. */
const MOST_PENDING = 10_000;

/** The events of a service from now on, for a reader in the same process. */
export class EventQueue implements AsyncIterableIterator<EmulatorEvent> {
  readonly #core: Core;
  #pending: EmulatorEvent[] = [];
  /** How many of them the reader has taken. */
  #taken = 0;
  /** How many of them there were before the latest call. */
  #old = 0;
  #call: number;
  #lastSeq: number;
  #wake: () => void = () => undefined;
  #isOver = false;
  readonly #stops: readonly (() => void)[];

  constructor(core: Core) {
    this.#core = core;
    this.#lastSeq = core.journal.seq;
    this.#call = core.journal.calls;
    this.#stops = [
      core.journal.listen((entry) => this.#push({ event: 'fact', data: factData(entry) })),
      core.onMove((instant) => this.#push({ event: 'clock', data: clockData(core, instant) })),
    ];
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<EmulatorEvent, undefined>> {
    for (;;) {
      const value = this.#pending[this.#taken];
      if (value !== undefined) {
        this.#take(value);
        return { done: false, value };
      }
      if (this.#isOver) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  return(): Promise<IteratorResult<EmulatorEvent, undefined>> {
    this.stop();
    this.#clear();
    return Promise.resolve({ done: true, value: undefined });
  }

  /** Ends the stream after the pending events. */
  stop(): void {
    this.#isOver = true;
    for (const stop of this.#stops) stop();
    this.#wake();
  }

  #take(value: EmulatorEvent): void {
    if (value.event === 'fact') this.#lastSeq = value.data.seq;
    if (++this.#taken === this.#pending.length) this.#clear();
  }

  #clear(): void {
    this.#pending = [];
    this.#taken = 0;
    this.#old = 0;
  }

  #push(event: EmulatorEvent): void {
    if (this.#call !== this.#core.journal.calls) {
      this.#call = this.#core.journal.calls;
      this.#old = this.#pending.length;
    }
    if (this.#old - this.#taken >= MOST_PENDING) {
      const next = event.event === 'fact' ? event.data.seq : this.#lastSeq + 1;
      this.#clear();
      this.#pending.push({ event: 'lagged', data: { last: this.#lastSeq, next } });
      this.stop();
      return;
    }
    this.#pending.push(event);
    this.#wake();
  }
}
