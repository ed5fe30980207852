import { dayOf, timeOf } from '../log/words.ts';
import type { Part } from './paint.ts';
import type { Screen } from './screen.ts';

/** How the lines of one service begin. */
export class Times {
  readonly #screen: Screen;
  readonly #sandbox: string | undefined;
  #day: string;

  constructor(screen: Screen, sandbox: string | undefined, now: number) {
    this.#screen = screen;
    this.#sandbox = sandbox;
    this.#day = dayOf(now);
  }

  /** The beginning of a new line. A line with the day stands before the first line of another day. */
  begin(at: number): readonly Part[] {
    const place = this.#sandbox === undefined ? '' : ` ${this.#sandbox}`;
    const day = dayOf(at);
    if (day !== this.#day) this.#screen.print(() => [[`${day}${place}`, 'quiet']]);
    this.#day = day;
    return [[`${timeOf(at)}${place}`, 'quiet']];
  }
}
