import { live } from './digest.ts';

/** After each answer the emulator gets at least this rest, and three times as long as the answer took. */
const LEAST_REST_MS = 80;
const REST_FACTOR = 3;

/** Asks, and asks again whenever something has changed: never twice at a time, and less often where answers are slow. */
export class LiveQuery {
  readonly #ask: (signal: AbortSignal) => Promise<void>;
  readonly #abort = new AbortController();
  readonly #unlisten: () => void;
  #asking = false;
  #isStale = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param ask - Makes the call and takes its answer in; it throws nothing. */
  constructor(ask: (signal: AbortSignal) => Promise<void>) {
    this.#ask = ask;
    this.#unlisten = live.listen(() => this.refresh());
    this.refresh();
  }

  /** Asks again, at once or as soon as may be. */
  refresh(): void {
    this.#isStale = true;
    if (!this.#asking && this.#timer === undefined) void this.#run();
  }

  /** Asks no more, and drops the answer that is under way. */
  stop(): void {
    this.#unlisten();
    this.#abort.abort();
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    this.#isStale = false;
    this.#asking = true;
    const startedAt = performance.now();
    await this.#ask(this.#abort.signal);
    this.#asking = false;
    if (this.#abort.signal.aborted) return;
    const rest = Math.max(LEAST_REST_MS, REST_FACTOR * (performance.now() - startedAt));
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isStale) void this.#run();
    }, rest);
  }
}
