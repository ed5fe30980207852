import type { AdvanceOptions, ClockAdvance, ClockMode, ClockMove } from './api.ts';
import { checkInput } from './runtime/options/input-check.ts';
import { limitsSchema } from './runtime/options/options-check.ts';
import { milliseconds } from './runtime/options/values.ts';
import type { Duration } from './runtime/time/duration.ts';
import { type InstantInput, instant } from './runtime/time/instant.ts';
import type { MoveLimits } from './service/move.ts';
import type { Service } from './service/service.ts';
import type { Advanced } from './service/timeline.ts';

/** The time of an emulator. Calls that move it run one after another. EMU-3. */
export class EmulatorClock {
  readonly #service: Service;

  /** @internal */
  constructor(service: Service) {
    this.#service = service;
  }

  /** `virtual`: time stands still until it is moved. `system`: it follows the machine's clock, plus the moves. */
  get mode(): ClockMode {
    return this.#service.core.driver.mode;
  }

  /**
   * Returns the current time of the emulated service.
   *
   * @example
   * ```ts
   * console.log(emulator.clock.now().toISOString());
   * ```
   */
  now(): Date {
    return new Date(this.#service.core.driver.now());
  }

  /**
   * Moves time forward. Everything that becomes due until then runs at its own time, in order. Time continues only
   * after the webhook attempts that it causes have ended.
   *
   * @param by - Milliseconds, or text such as `'10m'` or `'2d'`.
   * @param options - Limits. Default: none.
   * @throws {TypeError} `by` is not a duration, or a limit is invalid.
   * @throws {Error} It was stopped, or has reached a limit. Time stays where it is.
   *
   * @example
   * ```ts
   * await emulator.clock.advance('10m');
   * ```
   */
  async advance(by: Duration, options: AdvanceOptions = {}): Promise<ClockAdvance> {
    const ms = milliseconds(by);
    const { timeline, core } = this.#service;
    return toAdvance(await timeline.advanceTo(() => core.driver.now() + ms, limitsOf(options)));
  }

  /**
   * Moves time forward to an instant; an instant in the past only runs what is due.
   *
   * @param to - A date, ISO 8601 text, or milliseconds since the epoch.
   * @param options - Limits. Default: none.
   * @throws {TypeError} `to` is not an instant, or a limit is invalid.
   *
   * @example
   * ```ts
   * const { ran } = await emulator.clock.advanceTo('2030-01-01T09:00Z');
   * console.log(ran);
   * ```
   */
  async advanceTo(to: InstantInput, options: AdvanceOptions = {}): Promise<ClockAdvance> {
    return toAdvance(await this.#service.timeline.advanceTo(instant(to), limitsOf(options)));
  }

  /**
   * Ends a running move at its present instant. The call that made it gets an error.
   *
   * @example
   * ```ts
   * const moved = emulator.clock.advance('30d').catch(({ message }) => message);
   * await emulator.clock.stop();
   * console.log(await moved);
   * ```
   */
  stop(): Promise<void> {
    return this.#service.timeline.stop();
  }

  /**
   * Moves time forward to the next job, if there is one, and runs everything that is due then.
   *
   * @example
   * ```ts
   * const { now } = await emulator.clock.next();
   * console.log(now.toISOString());
   * ```
   */
  async next(): Promise<ClockMove> {
    return toMove(await this.#service.timeline.next());
  }

  /**
   * Runs what is due now, without moving time, and waits until no webhook attempt is running.
   *
   * @example
   * ```ts
   * await emulator.clock.settle();
   * ```
   */
  async settle(): Promise<ClockMove> {
    return toMove(await this.#service.timeline.settle());
  }
}

function toMove({ now, ran }: Advanced): ClockMove {
  return { now: new Date(now), ran };
}

function toAdvance({ now, ...rest }: Advanced): ClockAdvance {
  return { now: new Date(now), ...rest };
}

function limitsOf(options: AdvanceOptions): MoveLimits {
  const { timeout: timeoutMs, maxInstants } = checkInput(
    'The limits of the advance are not valid',
    limitsSchema,
    options,
  );
  return { timeoutMs, maxInstants };
}
