import type { Calls } from './calls.ts';
import type { FollowedClock } from './followed-clock.ts';
import { machineNow, startTimer } from './real-time.ts';
import type { Timers } from './timers.ts';
import { type Wait, waitsIn } from './waits.ts';

/** After this time somebody is considered to wait, in milliseconds of real time. */
const PATIENCE_MS = 2_000;

/** How many timers one warning names. */
const MOST_NAMED = 3;

/** The parts of the watch. */
export interface StandstillParts {
  readonly clock: FollowedClock;
  readonly timers: Timers;
  readonly calls: Calls;
  /** Whether the application works on an instant, so that time moves on afterwards. */
  readonly isWorking: () => boolean;
  /** Called with what is waited for, and the time until the first of it. */
  readonly onWait: (names: readonly string[], ms: number) => void;
}

/**
 * Notices that code waits for a virtual clock, and that no call moves it. Each place at which such a timer is set is reported
 * once.
 */
export class Standstill {
  readonly #parts: StandstillParts;
  readonly #reported = new Set<string>();
  #isArmed = false;

  constructor(parts: StandstillParts) {
    this.#parts = parts;
  }

  /** Looks again after a while. */
  arm(): void {
    if (this.#isArmed) return;
    this.#isArmed = true;
    startTimer(() => this.#look(), PATIENCE_MS).unref();
  }

  #look(): void {
    const { clock, timers, calls, isWorking, onWait } = this.#parts;
    this.#isArmed = false;
    const unreported = [...timers.waiting()].filter((timer) => !this.#reported.has(timer.site));
    if (unreported.length === 0) return;
    this.arm();
    if (clock.mode !== 'virtual' || isWorking()) return;
    const limit = machineNow() - PATIENCE_MS;
    const still = clock.setAt > limit ? [] : unreported.filter(({ startedAt }) => startedAt <= limit);
    const waits = waitsIn(still, calls);
    const [first] = waits;
    if (first === undefined) return;
    for (const { timer } of waits) this.#reported.add(timer.site);
    onWait(named(waits), Math.max(1, Math.ceil(first.timer.dueAt - clock.now())));
  }
}

function named(waits: readonly Wait[]): string[] {
  return waits
    .slice(0, MOST_NAMED)
    .map(({ timer, reason }) => `a timer of ${durationText(timer.delayMs)} at ${timer.site} ${reason}`);
}

/** A duration as the emulator takes it: `500ms`, `10s`. */
export function durationText(ms: number): string {
  return ms % 1_000 === 0 ? `${ms / 1_000}s` : `${ms}ms`;
}
