/** A turn of the event loop, in milliseconds. */
export interface Turn {
  /** Processor time of the thread, which does not include other processes of a busy machine. */
  readonly cpuMs: number;
  /** Elapsed time. */
  readonly wallMs: number;
}

const NONE: Turn = { cpuMs: 0, wallMs: 0 };

/** Watches the turns of the event loop. Other calls wait for the longest one, even on an idle machine. */
export class TurnWatch {
  #longest = NONE;
  #cpu = process.threadCpuUsage();
  #at = performance.now();
  readonly #timer = setInterval(() => this.#turn(), 1);

  /** Returns the longest turn since the previous call. */
  take(): Turn {
    const longest = this.#longest;
    this.#longest = NONE;
    return longest;
  }

  /** Leaves the current turn out, because it measures something itself. */
  skipTurn(): void {
    this.#cpu = process.threadCpuUsage();
    this.#at = performance.now();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #turn(): void {
    const { user, system } = process.threadCpuUsage(this.#cpu);
    const { cpuMs, wallMs } = this.#longest;
    this.#longest = {
      cpuMs: Math.max(cpuMs, (user + system) / 1_000),
      wallMs: Math.max(wallMs, performance.now() - this.#at),
    };
    this.skipTurn();
  }
}

/** Measures the longest turn of the event loop during a piece of work. */
export async function longestTurn(work: () => Promise<unknown>): Promise<Turn> {
  const watch = new TurnWatch();
  await work();
  // The timer of the watch runs once more, so that the last turn counts.
  await new Promise((resolve) => setTimeout(resolve, 20));
  watch.stop();
  return watch.take();
}
