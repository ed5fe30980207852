import type { AdvanceOptions, ClockAdvance, ClockMode, ClockMove } from '../api.ts';
import type { Duration } from '../runtime/time/duration.ts';
import { type InstantInput, instant } from '../runtime/time/instant.ts';
import type { ControlCalls } from './control-calls.ts';
import { EmulatorError } from './emulator-error.ts';

/** A result as JSON contains it. */
type Written<Result> = Omit<Result, 'now'> & { readonly now: string };

/** The time of an emulator behind a URL. */
export class RemoteClock {
  /** `virtual`: time stands still until it is moved. `system`: it follows the server's clock, plus the moves. */
  readonly mode: ClockMode;
  readonly #calls: ControlCalls;

  /** @internal */
  constructor(calls: ControlCalls, mode: ClockMode) {
    this.#calls = calls;
    this.mode = mode;
  }

  /**
   * Returns the current time of the emulated service.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * console.log((await emulator.clock.now()).toISOString());
   * ```
   */
  async now(): Promise<Date> {
    const { now } = await this.#calls.call<{ now: string }>('GET /clock');
    return new Date(now);
  }

  /**
   * Moves time forward by a duration, such as `'10m'` or milliseconds.
   *
   * @param options - Limits. Default: none.
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * await emulator.clock.advance('10m');
   * ```
   */
  advance(by: Duration, options: AdvanceOptions = {}): Promise<ClockAdvance> {
    return this.#move<ClockAdvance>('POST /clock/advance', { by, ...options });
  }

  /**
   * Moves time forward to an instant; an instant in the past only runs what is due.
   *
   * @param options - Limits. Default: none.
   * @throws {TypeError} `to` is not an instant.
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * const { ran } = await emulator.clock.advanceTo('2030-01-01T09:00Z');
   * console.log(ran);
   * ```
   */
  async advanceTo(to: InstantInput, options: AdvanceOptions = {}): Promise<ClockAdvance> {
    const target = new Date(instant(to));
    try {
      return await this.#move<ClockAdvance>('POST /clock/advance', { to: target, ...options });
    } catch (error) {
      const isPast = error instanceof EmulatorError && error.issues.some(({ path }) => path === 'to');
      if (!isPast) throw error;
      return this.#move<ClockAdvance>('POST /clock/advance', { by: 0, ...options });
    }
  }

  /**
   * Ends a running move at its present instant. The call that made it gets an error.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * const moved = emulator.clock.advance('30d').catch(({ message }) => message);
   * await emulator.clock.stop();
   * console.log(await moved);
   * ```
   */
  async stop(): Promise<void> {
    await this.#calls.call('DELETE /clock/advance');
  }

  /**
   * Moves time forward to the next job, if there is one, and runs everything that is due then.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * const { now } = await emulator.clock.next();
   * console.log(now.toISOString());
   * ```
   */
  next(): Promise<ClockMove> {
    return this.#move<ClockMove>('POST /clock/next');
  }

  /**
   * Runs what is due now, without moving time, and waits until no webhook attempt is running.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * await emulator.clock.settle();
   * ```
   */
  settle(): Promise<ClockMove> {
    return this.#move<ClockMove>('POST /settle');
  }

  async #move<Result extends ClockMove>(name: string, json?: object): Promise<Result> {
    const moved = await this.#calls.call<Written<Result>>(name, { json });
    return { ...moved, now: new Date(moved.now) } as Result;
  }
}
