import { canonicalCron } from '@messaging-service/contract';
import { CronExpressionParser } from 'cron-parser';

/**
 * When cron expressions next come, GMT. Accounts mostly share a few expressions and run at the same instants, and a
 * step of cron-parser costs up to 100 µs: the answer for an expression and an instant is worked out once.
 *
 * The expression has passed the contract's own syntax check; cron-parser would accept much that is not standard. It
 * would also refuse what is, such as a value named twice: it gets the canonical form.
 */
export class CronTimes {
  readonly #next = new Map<string, { readonly after: number; readonly at: number }>();

  /** The first instant after the given one, in milliseconds since the epoch. */
  nextRun(expression: string, after: number): number {
    const remembered = this.#next.get(expression);
    if (remembered?.after === after) return remembered.at;
    const options = { currentDate: after, tz: 'UTC' };
    const at = CronExpressionParser.parse(canonicalCron(expression), options).next().getTime();
    this.#next.set(expression, { after, at });
    return at;
  }
}
