import { type Cost, Costs } from './costs.ts';

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

/** Collects what a running move of the clock takes. */
export class MoveRecord {
  /** Instants visited so far. */
  instants = 0;
  readonly #followers = new Map<string, number>();
  readonly #costs = new Costs();

  /** Adds real time that the move waited for a follower. */
  waited(name: string, ms: number): void {
    this.#followers.set(name, (this.#followers.get(name) ?? 0) + ms);
  }

  /** Adds costs that a follower reports. */
  add(costs: readonly Cost[]): void {
    for (const cost of costs) this.#costs.add(cost);
  }

  /** The report until now. */
  view(): MoveReport {
    const [slowest] = [...this.#followers].toSorted(([, a], [, b]) => b - a);
    return {
      instants: this.instants,
      slowest: slowest === undefined ? null : { name: slowest[0], ms: Math.round(slowest[1]) },
      timers: this.#most('timer'),
      connections: this.#most('connection'),
    };
  }

  #most(kind: Cost['kind']): Cost[] {
    return this.#costs.most(kind).map((cost) => ({ ...cost, ms: Math.round(cost.ms) }));
  }
}

/** Describes a report in one line, for errors and the log. */
export function describeReport({ instants, slowest, timers, connections }: MoveReport): string {
  const costs = [...timers, ...connections].map(
    ({ name, count, ms }) => `${name} (${count} times, ${ms} ms)`,
  );
  const parts = [
    `Instants visited: ${instants}.`,
    slowest !== null && `The slowest follower is ${slowest.name}, with ${slowest.ms} ms.`,
    costs.length > 0 && `Most time went to ${costs.join(', ')}.`,
  ];
  return parts.filter((part) => part !== false).join(' ');
}
