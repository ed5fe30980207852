import { type Cost, Costs } from '@messaging-service/protocol';
import { visibleLine } from '@messaging-service/text';

/** Limits of a move of the clock. */
export interface MoveLimits {
  /** The longest duration, in milliseconds of real time. */
  readonly timeoutMs?: number | undefined;
  /** The largest number of instants that it can visit. */
  readonly maxInstants?: number | undefined;
  /** Aborted when no caller waits for the move any more. The move then ends at its present instant. */
  readonly signal?: AbortSignal | undefined;
}

/** What a move of the clock took. */
export interface MoveReport {
  /** Instants that the clock visited: those of jobs, those of timers of applications that follow it, and the last one. */
  readonly instants: number;
  /** The application following the clock that took the most real time, in milliseconds; null when there is none. */
  readonly slowest: { readonly name: string; readonly ms: number } | null;
  /** The timers of these applications that took the most real time, by file and line. */
  readonly timers: readonly Cost[];
  /** Their connections and requests that took the most real time. */
  readonly connections: readonly Cost[];
}

/**
 * How long a move waits for attempts that calls during the move caused, in milliseconds of real time: half of the time
 * that one attempt can take by default.
 */
const PATIENCE_MS = 5_000;

/** A move of the clock that is running: where it leads to, why it ends, and what it takes. */
export class Move {
  readonly id: number;
  readonly from: number;
  readonly limits: MoveLimits;
  /** Set once everything is done that is due at its beginning. */
  to: number | undefined;
  /** Where it would end if nothing happened before it continues. */
  aim: (() => number) | undefined;
  /** Why it ends before its target. */
  stopped: string | undefined;
  /** How much longer it waits for the consequences of calls during the move, in milliseconds; 0 when it no longer waits. */
  patienceMs = PATIENCE_MS;
  /** Settles when it must not wait any longer. */
  readonly released: PromiseWithResolvers<void> = Promise.withResolvers();
  readonly ended: PromiseWithResolvers<void> = Promise.withResolvers();
  /** Instants visited so far. */
  instants = 0;
  readonly #followers = new Map<string, number>();
  readonly #costs = new Costs();

  constructor(id: number, from: number, limits: MoveLimits) {
    this.id = id;
    this.from = from;
    this.limits = limits;
  }

  /** The beginning of sentences about it. */
  get name(): string {
    return `The advance${this.to === undefined ? '' : ` to ${new Date(this.to).toISOString()}`}`;
  }

  /** Waits for something, unless it must not wait any longer. */
  async unlessReleased(work: Promise<unknown>): Promise<void> {
    await Promise.race([work, this.released.promise]);
  }

  /** Adds real time that it waited for a follower. */
  waited(name: string, ms: number): void {
    this.#followers.set(name, (this.#followers.get(name) ?? 0) + ms);
  }

  /** Adds costs that a follower reports. */
  add(costs: readonly Cost[]): void {
    for (const cost of costs) this.#costs.add(cost);
  }

  /** What it took until now. */
  report(): MoveReport {
    const [slowest] = [...this.#followers].toSorted(([, a], [, b]) => b - a);
    const most = (kind: Cost['kind']) =>
      this.#costs.most(kind).map((cost) => ({ ...cost, ms: Math.round(cost.ms) }));
    return {
      instants: this.instants,
      slowest: slowest === undefined ? null : { name: slowest[0], ms: Math.round(slowest[1]) },
      timers: most('timer'),
      connections: most('connection'),
    };
  }

  /** The same in one line, for errors and the log. */
  describe(): string {
    const { instants, slowest, timers, connections } = this.report();
    const costs = [...timers, ...connections].map(
      ({ name, count, ms }) => `${name} (${count} times, ${ms} ms)`,
    );
    const parts = [
      `Instants visited: ${instants}.`,
      slowest !== null && `The slowest follower is ${slowest.name}, with ${slowest.ms} ms.`,
      costs.length > 0 && `Most time went to ${costs.join(', ')}.`,
    ];
    // Names come from the applications.
    return visibleLine(parts.filter((part) => part !== false).join(' '));
  }
}
