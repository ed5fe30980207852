import type { Reached, TimeEvent } from '@messaging-service/protocol';
import type { Calls } from './calls.ts';
import type { Connection } from './emulator-connection.ts';
import type { FollowedClock } from './followed-clock.ts';
import {
  afterTurn,
  LONGEST_TIMER_MS,
  machineNow,
  nextTurn,
  startInterval,
  startTimer,
  stopInterval,
  stopTimer,
} from './real-time.ts';
import { durationText, Standstill } from './standstill.ts';
import type { Timers } from './timers.ts';
import { warn } from './warn.ts';
import type { Work } from './work.ts';

/** The parts of a session. */
export interface SessionParts {
  readonly connection: Connection;
  readonly clock: FollowedClock;
  readonly timers: Timers;
  readonly work: Work;
  readonly calls: Calls;
}

/** How long a follower continues before it reports where it is, in milliseconds of real time. */
const SLICE_MS = 50;

/** After this time, the reason of a wait is reported, in milliseconds of real time. */
const LONG_MS = 2_000;

/** The last instant that a date can have. */
const LAST_INSTANT = 8.64e15;

/** Follows the events of the emulator: sets the clock, runs the timers, and reports back. */
export class Session {
  readonly #parts: SessionParts;
  /** Everything that runs timers, one after another. */
  #running: Promise<void> = Promise.resolve();
  /** A timer that is due earlier must be reported: the next one of the last report, or none while a report will follow. */
  #reportedTimerAt = Number.POSITIVE_INFINITY;
  /** The latest event. Another one ends what the one before allowed. */
  #latestTick = 0;
  /** How many instants were visited since the last report. */
  #instants = 0;
  readonly #isListening = Promise.withResolvers<void>();
  #alarm: NodeJS.Timeout | undefined;
  /**
   * Whether the next event is the first one after a loss of the connection. The time that has passed meanwhile was not
   * replaced: timers that are overdue run, as in Node after code that has blocked the event loop.
   */
  #isBack = false;
  /** Whether an instant is not finished. */
  #isWorking = false;
  readonly #standstill: Standstill;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#standstill = new Standstill({
      ...parts,
      isWorking: () => this.#isWorking,
      onWait: (names, ms) => this.#reportStandstill(names, ms),
    });
    parts.timers.onChange = () => this.#onTimers();
  }

  /**
   * Begins to follow. The promise settles when the emulator sends events, because an advance waits only for followers
   * that listen.
   */
  async start(): Promise<void> {
    void this.#follow();
    await this.#isListening.promise;
  }

  /** Listens to the emulator until the process ends. Joins again after it could not reach the emulator. */
  async #follow(): Promise<never> {
    const { connection, clock } = this.#parts;
    for (;;) {
      await connection.listen((event) => this.#onEvent(event));
      warn('lost the connection to the emulator. Until it is back, a virtual clock stands still.');
      this.#isBack = true;
      clock.set(await connection.join(false));
      warn('is connected to the emulator again.');
    }
  }

  /** If the next timer is due earlier than before, it is reported before the next regular report. */
  #onTimers(): void {
    this.#arm();
    this.#standstill.arm();
    if (this.#parts.timers.nextAt < this.#reportedTimerAt) this.#report(0);
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
    clock.set(this.#isBack ? { ...event, jump: false } : event);
    this.#isBack = false;
    this.#isListening.resolve();
    this.#arm();
    if (event.until === 'set') this.#report(event.tick);
    this.#running = this.#running.then(() => this.#reach(event));
  }

  async #reach({ tick, until, mode, upTo = Number.NEGATIVE_INFINITY }: TimeEvent): Promise<void> {
    const { clock, timers } = this.#parts;
    this.#reportedTimerAt = Number.NEGATIVE_INFINITY;
    if (until === 'set') {
      await this.#runTimers();
      this.#report(0);
      return;
    }
    const startedAt = machineNow();
    for (;;) {
      await this.#finishInstant();
      const { nextAt } = timers;
      if (nextAt > upTo || this.#latestTick !== tick || machineNow() - startedAt > SLICE_MS) break;
      clock.set({ now: nextAt, mode, jump: false });
    }
    this.#report(tick);
  }

  /** Runs the timers of this instant, and waits for the work that they start. */
  async #finishInstant(): Promise<void> {
    const { work, timers } = this.#parts;
    const startedAt = machineNow();
    this.#isWorking = true;
    this.#instants++;
    await this.#runTimers();
    // An emulator removes a follower that does not report for 10 s.
    const working = startInterval(() => this.#reportLong(), LONG_MS);
    const late = await work.finish();
    stopInterval(working);
    this.#isWorking = false;
    const ran = timers.takeRan();
    for (const name of ran) work.measure('timer', name, (machineNow() - startedAt) / ran.length);
    for (const name of late)
      warn(
        `${name} has not ended within 5 s of real time, or requests have followed each other for 30 s. The advance continues without it, and does not wait for similar ones.`,
      );
  }

  #reportLong(): void {
    const { work } = this.#parts;
    const waitingFor = work.names();
    if (waitingFor.length > 0) warn(`an advance waits for this application: ${waitingFor.join(', ')}`);
    this.#report(0, { waitingFor });
  }

  /** Says what somebody waits for, here and in the log of the emulator, and how to go on. */
  #reportStandstill(names: readonly string[], ms: number): void {
    const { connection, clock } = this.#parts;
    const by = durationText(ms);
    warn(
      `this application waits for ${names.join(', and for ')}. The emulator's virtual clock has stood still for ${LONG_MS / 1_000} s, at ` +
        `${new Date(clock.now()).toISOString()}. Advance it: clock.advance('${by}') in a test, or ` +
        `curl ${connection.controlUrl}/clock/advance --data '{ "by": "${by}" }'. To let time pass, start the emulator with --clock system.`,
    );
    this.#report(0, { waitingForTime: names });
  }

  /**
   * Runs each timer in a turn of its own, as Node does: an error in one is an uncaught exception and does not stop the
   * others.
   */
  async #runTimers(): Promise<void> {
    const { clock, timers } = this.#parts;
    while (timers.nextAt <= clock.now()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      afterTurn(() => {
        resolve();
        timers.runNext();
      });
      await promise;
    }
    await nextTurn();
  }

  #report(tick: number, waits: Pick<Reached, 'waitingFor' | 'waitingForTime'> = {}): void {
    const { connection, clock, timers, work } = this.#parts;
    const { nextAt } = timers;
    connection.report({
      tick,
      now: clock.now(),
      nextTimerAt: nextAt <= LAST_INSTANT ? nextAt : undefined,
      requests: work.takeStarted(),
      instants: this.#instants,
      costs: work.takeCosts(),
      ...waits,
    });
    this.#reportedTimerAt = nextAt;
    this.#instants = 0;
  }

  /** With a system clock, timers become due without a report from the emulator. */
  #arm(): void {
    const { clock, timers } = this.#parts;
    stopTimer(this.#alarm);
    if (clock.mode === 'virtual' || timers.nextAt === Number.POSITIVE_INFINITY) return;
    const wait = Math.min(Math.max(1, timers.nextAt - clock.now()), LONGEST_TIMER_MS);
    this.#alarm = startTimer(() => {
      this.#running = this.#running.then(() => this.#runTimers()).then(() => this.#arm());
    }, wait).unref();
  }
}
