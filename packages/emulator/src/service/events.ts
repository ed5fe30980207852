import { formatTimestamp } from '@messaging-service/contract';
import type { Core } from '../runtime/core/core.ts';
import type { JournalEntry } from '../runtime/core/journal.ts';
import { Queue } from './queue.ts';

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

/** Events that wait for a reader that is busy. Those of the latest call do not count, because it can cause many. */
const MOST_PENDING = 100_000;

/** The events of a service for one reader. If the reader does not keep up, it gets the event `lagged`, and the events end. */
export class EventQueue extends Queue<EmulatorEvent> {
  readonly #core: Core;
  /** The latest call, and how many events it has added. */
  #call: number;
  #added = 0;
  /** The last fact that the reader has taken. */
  #lastSeq: number;
  readonly #stops: readonly (() => void)[];

  /**
   * @param ended - Ends the events, as the reader can.
   * @param since - The number of the last fact that the reader has; default: the latest one.
   */
  constructor(core: Core, ended: AbortSignal, since: number = core.journal.seq) {
    super();
    const { journal } = core;
    this.#core = core;
    this.#call = journal.calls;
    this.#lastSeq = since;
    // The requested facts are no longer kept, or belong to a history that was replaced.
    if (!Number.isInteger(since) || since > journal.seq || since < journal.oldestSeq - 1) {
      this.push(lagged(since, journal.oldestSeq));
      this.#lastSeq = journal.oldestSeq - 1;
    }
    for (let seq = this.#lastSeq + 1; seq <= journal.seq; seq++)
      this.push(factEvent(journal.entry(seq) as JournalEntry));
    const end = () => this.end();
    ended.addEventListener('abort', end);
    this.#stops = [
      journal.listen((entry) => this.#add(factEvent(entry))),
      core.onMove((instant) => this.#add(clockEvent(core, instant))),
      () => ended.removeEventListener('abort', end),
    ];
    if (ended.aborted) this.end();
  }

  override async next(): Promise<IteratorResult<EmulatorEvent, undefined>> {
    const result = await super.next();
    if (result.value?.event === 'fact') this.#lastSeq = result.value.data.seq;
    return result;
  }

  override end(): void {
    for (const stop of this.#stops) stop();
    super.end();
  }

  #add(event: EmulatorEvent): void {
    const { calls } = this.#core.journal;
    if (this.#call !== calls) {
      this.#call = calls;
      this.#added = 0;
    }
    if (this.size - this.#added < MOST_PENDING) {
      this.#added++;
      this.push(event);
      return;
    }
    this.clear();
    this.push(lagged(this.#lastSeq, event.event === 'fact' ? event.data.seq : this.#lastSeq + 1));
    this.end();
  }
}

function factEvent({ seq, at, fact }: JournalEntry): FactEvent {
  return { event: 'fact', data: { seq, at: formatTimestamp(at), ...fact } };
}

function clockEvent({ driver }: Core, instant: number): ClockEvent {
  return { event: 'clock', data: { now: formatTimestamp(instant), mode: driver.mode } };
}

/** The reader has missed facts: those between the last it has seen and the next that is kept. */
function lagged(last: number, next: number): LaggedEvent {
  return { event: 'lagged', data: { last: Number.isInteger(last) ? last : null, next } };
}
