import type { ClockControls, ClockMode, ClockMove, Remote } from '../api.ts';
import type { Duration } from '../runtime/time/duration.ts';
import { type InstantInput, instant } from '../runtime/time/instant.ts';
import type { ControlCalls } from './control-calls.ts';

interface MovedBody {
  readonly now: string;
  readonly ran: number;
}

/** The time of an emulator behind a URL. */
export class RemoteClock implements Remote<ClockControls> {
  /** `virtual`: time stands still until it is moved. `system`: it follows the server's clock, plus the moves. */
  readonly mode: ClockMode;
  readonly #calls: ControlCalls;

  /** @internal */
  constructor(calls: ControlCalls, mode: ClockMode) {
    this.#calls = calls;
    this.mode = mode;
  }

  /** Returns the present of the emulated service. */
  async now(): Promise<Date> {
    const { now } = await this.#calls.call<{ now: string }>('GET /clock');
    return new Date(now);
  }

  /** Moves time forward by a duration, such as `'10m'` or milliseconds. */
  advance(by: Duration): Promise<ClockMove> {
    return this.#move('POST /clock/advance', { by });
  }

  /** Moves time forward to an instant; one that has passed only runs what is due. */
  async advanceTo(to: InstantInput): Promise<ClockMove> {
    const target = instant(to);
    if (target <= (await this.now()).getTime()) return this.settle();
    return this.#move('POST /clock/advance', { to: new Date(target) });
  }

  /** Moves time forward to the next job, if there is one, and runs everything that is due then. */
  next(): Promise<ClockMove> {
    return this.#move('POST /clock/next');
  }

  /** Runs what is due now, without moving time, and waits until no webhook attempt is in flight. */
  settle(): Promise<ClockMove> {
    return this.#move('POST /settle');
  }

  async #move(name: string, json?: object): Promise<ClockMove> {
    const { now, ran } = await this.#calls.call<MovedBody>(name, { json });
    return { now: new Date(now), ran };
  }
}
