/** A number of places for attempts at webhooks. */
export class AttemptPool {
  readonly limit: number;
  readonly #waiting = new Set<() => void>();
  #active = 0;

  /** @param limit - How many attempts may run. */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** How many attempts are running. */
  get active(): number {
    return this.#active;
  }

  /** Whether all places are taken. */
  get isFull(): boolean {
    return this.#active >= this.limit;
  }

  /**
   * Takes a place.
   *
   * @param onFree - Called once when a place is free again, if there was none.
   * @returns Whether there was one.
   */
  take(onFree?: () => void): boolean {
    if (this.isFull) {
      if (onFree !== undefined) this.#waiting.add(onFree);
      return false;
    }
    this.#active++;
    return true;
  }

  /** Returns a place; the caller that has waited longest may take it. */
  release(): void {
    this.#active--;
    const [first] = this.#waiting;
    if (first === undefined) return;
    this.#waiting.delete(first);
    first();
  }
}

/** The places that all emulators of a process share, including sandboxes. */
export const ATTEMPTS_OF_THE_PROCESS: AttemptPool = new AttemptPool(512);
