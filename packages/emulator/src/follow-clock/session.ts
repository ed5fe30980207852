import type { TimeEvent } from '../service/follower.ts';
import type { Connection, Joined } from './connection.ts';
import type { Connections } from './connections.ts';
import type { FollowedClock } from './followed-clock.ts';
import { LONG_MS, quiet } from './quiet.ts';
import {
  afterTurn,
  machineNow,
  nextTurn,
  startInterval,
  startTimer,
  stopInterval,
  stopTimer,
} from './real-time.ts';
import type { Timers } from './timers.ts';
import { warn } from './warn.ts';
import type { Work } from './work.ts';

/** The parts of a session. */
export interface SessionParts {
  readonly connection: Connection;
  readonly clock: FollowedClock;
  readonly timers: Timers;
  readonly work: Work;
  readonly connections: Connections;
}

/** How long a follower continues before it reports where it is, in milliseconds of real time. */
const SLICE_MS = 50;

const LONGEST_MS = 2 ** 31 - 1;

/** Follows the events of the emulator: sets the clock, runs the timers, and reports back. */
export class Session {
  readonly #parts: SessionParts;
  /** Everything that runs timers, one after another. */
  #running: Promise<void> = Promise.resolve();
  /** The next timer that was reported to the emulator. */
  #reportedTimerAt = Number.POSITIVE_INFINITY;
  #isReaching = false;
  /** The latest event. Another one ends what the one before allowed. */
  #latestTick = 0;
  /** How many instants were visited since the last report. */
  #instants = 0;
  readonly #isListening = Promise.withResolvers<void>();
  #alarm: NodeJS.Timeout | undefined;
  #alarmAt = Number.POSITIVE_INFINITY;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /**
   * Begins to follow. The promise settles when the emulator sends events, because an advance waits only for followers
   * that listen.
   */
  async start(joined: Joined): Promise<void> {
    // The calls of a session do not keep the process alive, but the application has not started yet.
    const hold = startInterval(() => undefined, LONGEST_MS);
    void this.#follow(joined);
    await this.#isListening.promise;
    stopInterval(hold);
  }

  /** Listens to the emulator until the process ends. Joins again after it could not reach the emulator. */
  async #follow(joined: Joined): Promise<never> {
    const { connection, clock } = this.#parts;
    for (let { id } = joined; ; ) {
      await connection.listen(id, (event) => this.#onEvent(event));
      warn('lost the connection to the emulator. Until it is back, a virtual clock stands still.');
      const again = await connection.join(false);
      warn('is connected to the emulator again.');
      clock.set({ ...again, jump: true });
      ({ id } = again);
    }
  }

  /**
   * Records that a timer was set or stopped. If the next one is due earlier than before, it is reported to the emulator
   * before the next regular report.
   */
  timersChanged(): void {
    this.#arm();
    const next = this.#parts.clock.nextTimerAt() ?? Number.POSITIVE_INFINITY;
    if (next < this.#reportedTimerAt && !this.#isReaching) this.#report(0);
  }

  #onEvent(event: TimeEvent): void {
    const { clock } = this.#parts;
    this.#latestTick = event.tick;
    if (event.until === 'halt') {
      this.#report(event.tick);
      return;
    }
    // A second event of an instant follows because someone has written something.
    if (event.now <= clock.now()) this.#parts.work.doubt();
    // The clock is set immediately, because everything that arrives after this event must see the new time.
    clock.set(event);
    this.#isListening.resolve();
    this.#arm();
    if (event.until === 'set') this.#report(event.tick);
    this.#running = this.#running.then(() => this.#reach(event));
  }

  async #reach({ tick, until, mode, upTo }: TimeEvent): Promise<void> {
    const { clock } = this.#parts;
    this.#isReaching = true;
    if (until === 'set') {
      await this.#runTimers();
      this.#report(0);
      return;
    }
    const startedAt = machineNow();
    for (;;) {
      await this.#finishInstant();
      const next = clock.nextTimerAt();
      if (this.#latestTick !== tick || upTo === undefined || next === undefined || next > upTo) break;
      if (machineNow() - startedAt > SLICE_MS) break;
      clock.set({ now: next, mode, jump: false });
    }
    this.#report(tick);
  }

  /** Runs the timers of this instant, and waits for the work that they start. */
  async #finishInstant(): Promise<void> {
    const { work, timers } = this.#parts;
    const startedAt = machineNow();
    this.#instants++;
    await this.#runTimers();
    // An emulator removes a follower that does not report for 10 s.
    const working = startInterval(() => this.#reportLong(), LONG_MS);
    const late = await quiet(this.#parts);
    stopInterval(working);
    const ran = timers.takeRan();
    for (const name of ran) work.measure('timer', name, (machineNow() - startedAt) / ran.length);
    for (const name of late)
      warn(
        `${name} has not ended within 5 s of real time, or requests have followed each other for 30 s. The advance continues without it. Later ones like it are not waited for.`,
      );
  }

  #reportLong(): void {
    const { work } = this.#parts;
    const waitingFor = work.names();
    if (waitingFor.length > 0) warn(`an advance waits for this application: ${waitingFor.join(', ')}`);
    this.#report(0, waitingFor);
  }

  /**
   * Runs each timer in a turn of its own, as Node does: an error in one is an uncaught exception and does not stop the
   * others.
   */
  async #runTimers(): Promise<void> {
    const { clock } = this.#parts;
    while ((clock.nextTimerAt() ?? Number.POSITIVE_INFINITY) <= clock.now()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      afterTurn(() => {
        resolve();
        clock.runNext();
      });
      await promise;
    }
    await nextTurn();
  }

  #report(tick: number, waitingFor?: readonly string[]): void {
    const { connection, clock, work } = this.#parts;
    this.#isReaching = false;
    const next = clock.nextTimerAt();
    this.#reportedTimerAt = next ?? Number.POSITIVE_INFINITY;
    const instants = this.#instants;
    this.#instants = 0;
    connection.report({
      tick,
      now: new Date(clock.now()).toISOString(),
      nextTimerAt: next === undefined ? null : new Date(next).toISOString(),
      requests: work.takeStarted(),
      ...(instants > 0 && { instants, costs: work.takeCosts() }),
      ...(waitingFor !== undefined && { waitingFor }),
    });
  }

  /** With a system clock, timers become due without a report from the emulator. */
  #arm(): void {
    const { clock } = this.#parts;
    const next = clock.mode === 'virtual' ? undefined : clock.nextTimerAt();
    if (next === undefined || next === this.#alarmAt) return;
    stopTimer(this.#alarm);
    this.#alarmAt = next;
    const wait = Math.min(Math.max(1, next - clock.now()), LONGEST_MS);
    this.#alarm = startTimer(() => {
      this.#alarmAt = Number.POSITIVE_INFINITY;
      this.#running = this.#running.then(() => this.#runTimers()).then(() => this.#arm());
    }, wait).unref();
  }
}
