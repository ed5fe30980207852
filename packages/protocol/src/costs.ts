/** What a timer or a connection of an application took during a move of the clock. */
export interface Cost {
  /** What is measured. */
  readonly kind: 'timer' | 'connection';
  /** The file and line that set the timer, or the address of the connection. */
  readonly name: string;
  /** How often it was used. */
  readonly count: number;
  /** Real time, in milliseconds. */
  readonly ms: number;
}

/** How many of each kind a report names. */
const NAMED = 5;

/** How many are measured. Addresses could be of any number. */
const MEASURED = 1_000;

/** Adds up costs, by name. */
export class Costs {
  readonly #costs = new Map<string, Cost>();

  /** Adds a cost. */
  add({ kind, name, count, ms }: Cost): void {
    const known = this.#costs.get(name) ?? { count: 0, ms: 0 };
    if (this.#costs.size < MEASURED || this.#costs.has(name))
      this.#costs.set(name, { kind, name, count: known.count + count, ms: known.ms + ms });
  }

  /** Those of a kind that took the most real time. */
  most(kind: Cost['kind']): Cost[] {
    return [...this.#costs.values()]
      .filter((cost) => cost.kind === kind)
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, NAMED);
  }
}
