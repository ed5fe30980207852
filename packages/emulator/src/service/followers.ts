import type { Reached, TimeEvent } from '@messaging-service/protocol';
import { visibleLine } from '@messaging-service/text';
import { Rejection } from '../domain/state/rejection.ts';
import type { Core } from '../runtime/core/core.ts';
import { machineNow } from '../runtime/time/event-loop.ts';
import { setTimeout } from '../runtime/time/real-timers.ts';
import { Follower } from './follower.ts';
import type { Move } from './move.ts';
import type { Queue } from './queue.ts';

/** How long a follower may take to acknowledge an event, in milliseconds of real time. */
const LIMIT_MS = 10_000;

/** The applications that follow the clock of one service. A move of time waits for them at each instant. See EMU-17. */
export class Followers {
  readonly #core: Core;
  readonly #warn: (message: string) => void;
  readonly #followers = new Map<string, Follower>();
  #joined = 0;
  /** The only follower, while it moves its own time. The service follows it. */
  #ahead: Follower | undefined;
  #halting: Promise<void> | undefined;
  /** The move of time that is running. */
  move: Move | undefined;

  constructor(core: Core, warn: (message: string) => void) {
    this.#core = core;
    this.#warn = warn;
  }

  /**
   * Adds a follower. Moves of time wait for it from the moment at which it listens. It is forgotten if it does not listen
   * within 10 s of real time, or before the next reset.
   *
   * @param canGoAhead - Whether it can visit instants without an event for each.
   */
  join(name: string | undefined, canGoAhead = false): Follower {
    const id = `follower-${++this.#joined}`;
    const follower = new Follower(id, name ?? id, canGoAhead);
    this.#followers.set(id, follower);
    // A program that has ended in between, or only asked for the time, never listens.
    const limit = setTimeout(() => this.#forgetUnheard(follower), LIMIT_MS);
    if (typeof limit === 'object') limit.unref();
    return follower;
  }

  /**
   * Begins to send events to a follower; the first one contains the current time. When the signal is aborted, the
   * follower is removed, unless it has opened another stream.
   */
  listen(id: string, signal: AbortSignal): Queue<TimeEvent> {
    const follower = this.get(id);
    const events = follower.listen();
    this.#tell(follower, 'set', true);
    follower.isAwake = true;
    signal.addEventListener('abort', () => {
      if (follower.events === events) this.leave(id);
    });
    return events;
  }

  /** The follower with an identifier. */
  get(id: string): Follower {
    const follower = this.#followers.get(id);
    if (follower !== undefined) return follower;
    throw new Rejection(
      'not_found',
      `There is no follower ${id}. It has left, or did not report in time; join again.`,
    );
  }

  /** Those that listen, in the order in which they joined. */
  list(): Follower[] {
    return [...this.#followers.values()].filter(({ events }) => events !== undefined);
  }

  /** Records a report of a follower. */
  reached(id: string, report: Reached): void {
    const follower = this.get(id);
    const { now = Number.NEGATIVE_INFINITY } = report;
    if (follower === this.#ahead && now > this.#core.driver.now()) this.#core.moveTo(now);
    // The service has counted the first one.
    if (this.move !== undefined) this.move.instants += Math.max(0, (report.instants ?? 1) - 1);
    this.move?.add(report.costs ?? []);
    if (report.requests > 0)
      for (const other of this.#followers.values()) if (other !== follower) other.isAwake = true;
    follower.reached(report);
    if (report.waitingForTime !== undefined && report.waitingForTime.length > 0)
      this.#reportStandstill(follower, report.waitingForTime);
  }

  /**
   * Stops a follower that moves its own time, so that a call finds the service at the time of the follower.
   *
   * @returns Settles when the time of the service is right; undefined when it is already.
   */
  halt(): Promise<void> | undefined {
    const follower = this.#ahead;
    if (follower !== undefined) this.#halting ??= this.#halt(follower);
    return this.#halting;
  }

  /** Stops waiting for the followers, because the move of time ends. */
  release(): void {
    for (const follower of this.#followers.values()) follower.release();
  }

  /** What the followers wait for that have not acknowledged the latest report. */
  waitingFor(): string[] {
    return this.list()
      .filter(({ isWaitedFor }) => isWaitedFor)
      .map(({ name, waitingFor }) =>
        visibleLine(waitingFor.length === 0 ? name : `${name}: ${waitingFor.join(', ')}`),
      );
  }

  /** Forgets a follower. */
  leave(id: string): void {
    this.#followers.get(id)?.leave();
    this.#followers.delete(id);
  }

  /** Forgets all of them. */
  close(): void {
    for (const id of this.#followers.keys()) this.leave(id);
  }

  /** When the next timer of a follower is due after the current time; infinity when there is none. */
  nextTimerAt(): number {
    const now = this.#core.driver.now();
    const due = this.list().map(({ nextTimerAt = Number.POSITIVE_INFINITY }) => nextTimerAt);
    return Math.min(...due.filter((at) => at > now));
  }

  /**
   * Records that other programs may have called the followers, so that they may have work and timers that they have not
   * reported.
   */
  wake(): void {
    for (const follower of this.#followers.values()) follower.isAwake = true;
  }

  /** Reports the time after a reset or a restored snapshot. */
  jump(): void {
    this.#ahead = undefined;
    for (const follower of this.#followers.values()) {
      this.#forgetUnheard(follower);
      follower.isAwake = true;
      this.#tell(follower, 'set', true);
    }
  }

  /**
   * Waits until the clocks of the followers show the current time, before the service calls one of them. Usually they
   * already do, and the wait ends immediately.
   */
  haveTime(): Promise<unknown> | undefined {
    this.wake();
    const { driver } = this.#core;
    const unaware = this.list().filter((follower) => !follower.knows(driver.now(), driver.mode));
    if (unaware.length === 0) return undefined;
    return Promise.all(unaware.map((follower) => this.#told(follower, 'set')));
  }

  /**
   * Moves the followers to the current time if they have work at this instant: a timer, or the consequences of a call.
   *
   * @param isLast - Whether the move ends here, so that followers without work must know the time, too.
   * @param upTo - The instant up to which the service itself has nothing to do. A single follower can move its own time
   * up to there. With several, each instant of one may concern the others.
   * @returns Whether there was work, which may have caused work for the service.
   */
  async reach(isLast: boolean, upTo: number | undefined): Promise<boolean> {
    const { mode } = this.#core.driver;
    const now = this.#core.driver.now();
    const listening = this.list();
    const isDue = ({ nextTimerAt = Number.POSITIVE_INFINITY }: Follower) => nextTimerAt <= now;
    const hasWork = (follower: Follower) =>
      follower.isAwake || isDue(follower) || (isLast && !follower.knows(now, mode));
    if (!listening.some(hasWork)) return false;
    // Followers that only have to know the time are first, because a timer of another follower may call them.
    const told = listening
      .filter((follower) => hasWork(follower) || !follower.knows(now, mode))
      .sort((a, b) => Number(isDue(a)) - Number(isDue(b)));
    for (const follower of told) follower.isAwake = false;
    const [only] = listening.length === 1 && mode === 'virtual' ? listening : [];
    const isAhead = only?.canGoAhead === true && upTo !== undefined && upTo > now;
    if (isAhead) this.#ahead = only;
    await Promise.all(told.map((follower) => this.#told(follower, 'quiet', isAhead ? upTo : undefined)));
    this.#ahead = undefined;
    return true;
  }

  /** Code in a follower waits for a time, and no call moves the clock. */
  #reportStandstill({ name }: Follower, timers: readonly string[]): void {
    const { driver } = this.#core;
    if (driver.mode !== 'virtual') return;
    const next =
      this.move === undefined
        ? 'Advance the clock, with clock.advance() or POST /clock/advance of the control API. To let time pass, start the emulator with --clock system.'
        : 'An advance is running, which may wait for the same response: respond before you wait for a timer.';
    this.#warn(
      `${visibleLine(`${name} waits for ${timers.join(', and for ')}`)}. The virtual clock stands still at ${new Date(driver.now()).toISOString()}. ${next}`,
    );
  }

  /** Forgets a follower that has joined, but does not listen. */
  #forgetUnheard(follower: Follower): void {
    if (follower.events === undefined) this.leave(follower.id);
  }

  async #halt(follower: Follower): Promise<void> {
    await this.#told(follower, 'halt');
    this.#ahead = undefined;
    this.#halting = undefined;
  }

  /** Reports the current time to a follower, and waits for it within the limit. */
  async #told(follower: Follower, until: TimeEvent['until'], upTo?: number): Promise<void> {
    const startedAt = machineNow();
    this.#tell(follower, until, false, upTo);
    const isLate = await follower.acknowledged(LIMIT_MS);
    this.move?.waited(follower.name, machineNow() - startedAt);
    if (!isLate) return;
    this.leave(follower.id);
    this.#warn(
      `${visibleLine(follower.name)} follows the clock, but did not reach ${new Date(this.#core.driver.now()).toISOString()} within ` +
        `${LIMIT_MS / 1_000} s of real time. The clock no longer waits for it. Look for code that blocks its event loop.`,
    );
  }

  #tell(follower: Follower, until: TimeEvent['until'], jump: boolean, upTo?: number): void {
    const { driver } = this.#core;
    follower.tell({ now: driver.now(), mode: driver.mode, until, jump, ...(upTo !== undefined && { upTo }) });
  }
}
