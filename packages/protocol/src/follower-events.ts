import type { Cost } from './costs.ts';

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
  /** The timers that the application waits for while the clock stands still. */
  readonly waitingForTime?: readonly string[] | undefined;
  /** What took the most real time since its last report. */
  readonly costs?: readonly Cost[] | undefined;
}
