import { formatTimestamp } from '@messaging-service/contract';
import type { Core } from '../runtime/core/core.ts';
import type { EventLog, Gap, LogEntry, Place } from './event-log.ts';

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

/** A move of the clock: one event for each instant that it visits, and one for its target. */
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

/** Your loop was too slow: some facts are missing, and the stream ends. */
export interface LaggedEvent {
  /** Its kind. */
  readonly event: 'lagged';
  /** Which facts are missing. */
  readonly data: {
    /** The last fact that you got; null if there was none. */
    readonly last: number | null;
    /** The next fact that is still kept. */
    readonly next: number;
  };
}

/** An event as the service has it: readers of several kinds make their own form of it. */
export type RawEvent = LogEntry | Gap;

/** The parts of a service that its events need. */
interface EventSource {
  readonly core: Core;
  readonly log: EventLog;
  /** Ends the events, as the reader can. */
  readonly ended: AbortSignal;
}

/**
 * The events of a service for one reader, which has no copy of them. If the reader does not keep up, it gets a gap, and the
 * events end.
 */
export class EventReader<Event> implements AsyncIterableIterator<Event, undefined> {
  readonly #log: EventLog;
  readonly #view: (event: RawEvent) => Event;
  readonly #place: Place;
  /** Facts that the journal no longer has, or does not have yet. */
  #gap: Gap | undefined;
  /** The position at which the events end. */
  #end = Number.POSITIVE_INFINITY;
  #wake: () => void = () => undefined;
  readonly #stop: () => void;

  /**
   * @param view - The form in which the reader gets an event.
   * @param since - The number of the last fact that the reader has; default: the latest one.
   */
  constructor(
    { core: { journal }, log, ended }: EventSource,
    view: (event: RawEvent) => Event,
    since: number = journal.seq,
  ) {
    this.#log = log;
    this.#view = view;
    const isKept = Number.isInteger(since) && since <= journal.seq && since >= journal.oldestSeq - 1;
    if (!isKept) this.#gap = { last: since, next: journal.oldestSeq };
    this.#place = log.join(isKept ? since : journal.oldestSeq - 1, () => this.#wake());
    const end = () => this.#endAt(log.end);
    this.#stop = () => ended.removeEventListener('abort', end);
    ended.addEventListener('abort', end);
    if (ended.aborted) end();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Event, undefined>> {
    if (this.#gap !== undefined) {
      const gap = this.#gap;
      this.#gap = undefined;
      return { done: false, value: this.#view(gap) };
    }
    for (;;) {
      if (this.#place.position >= this.#end) return this.return();
      const event = this.#log.read(this.#place);
      if (event !== undefined) {
        if ('next' in event) this.#leave();
        return { done: false, value: this.#view(event) };
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** The reader stops reading. */
  return(): Promise<IteratorResult<Event, undefined>> {
    this.#leave();
    return Promise.resolve({ done: true, value: undefined });
  }

  #leave(): void {
    this.#log.leave(this.#place);
    this.#stop();
    this.#endAt(this.#place.position);
  }

  #endAt(position: number): void {
    this.#end = Math.min(this.#end, position);
    this.#wake();
  }
}

/** An event as readers of the emulator see it. */
export function viewEvent({ driver }: Core): (event: RawEvent) => EmulatorEvent {
  return (event) => {
    if ('seq' in event) {
      const { seq, at, fact } = event;
      return { event: 'fact', data: { seq, at: formatTimestamp(at), ...fact } };
    }
    if ('instant' in event)
      return { event: 'clock', data: { now: formatTimestamp(event.instant), mode: driver.mode } };
    const { last, next } = event;
    return { event: 'lagged', data: { last: Number.isInteger(last) ? last : null, next } };
  };
}
