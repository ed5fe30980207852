import { live } from './digest.ts';

/**
 * The pause after each response is at least this long, and three times as long as the call took. While everything changes
 * all the time, a person cannot read more than a few changes a second. A single change is shown without a pause.
 */
const LEAST_REST_MS = 250;
const REST_FACTOR = 3;

/** Repeats a call whenever something has changed: one call at a time, and fewer calls when responses are slow. */
export class LiveQuery {
  readonly #call: (signal: AbortSignal) => Promise<void>;
  readonly #abort = new AbortController();
  readonly #unlisten: () => void;
  readonly #leastRestMs: number;
  #isCalling = false;
  #isStale = false;
  #isUrgent = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param call - Makes the call and stores its response; it must not throw.
   * @param leastRestMs - The least pause after a response: longer for data that is expensive to read or to draw.
   */
  constructor(call: (signal: AbortSignal) => Promise<void>, leastRestMs: number = LEAST_REST_MS) {
    this.#call = call;
    this.#leastRestMs = leastRestMs;
    this.#unlisten = live.listen(() => this.refresh());
    document.addEventListener('visibilitychange', this.#onVisible);
    this.refresh();
  }

  /** A tab in the background makes no calls; it makes one when the user opens it again. */
  readonly #onVisible = () => {
    if (this.#isStale) this.refresh();
  };

  /**
   * Repeats the call as soon as possible. An urgent call does not wait for the pause: the user sees that data is
   * missing.
   */
  refresh({ isUrgent = false }: { readonly isUrgent?: boolean } = {}): void {
    this.#isStale = true;
    this.#isUrgent ||= isUrgent;
    if (document.hidden || this.#isCalling || (this.#timer !== undefined && !isUrgent)) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    void this.#run();
  }

  /** Makes no more calls, and aborts the current one. */
  stop(): void {
    this.#unlisten();
    document.removeEventListener('visibilitychange', this.#onVisible);
    this.#abort.abort();
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    this.#isStale = false;
    this.#isUrgent = false;
    this.#isCalling = true;
    const startedAt = performance.now();
    await this.#call(this.#abort.signal);
    this.#isCalling = false;
    if (this.#abort.signal.aborted) return;
    this.#rest(performance.now() - startedAt);
  }

  /** Pauses after a call, unless missing data was requested meanwhile. */
  #rest(tookMs: number): void {
    if (this.#isUrgent) {
      void this.#run();
      return;
    }
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        if (this.#isStale) this.refresh();
      },
      Math.max(this.#leastRestMs, REST_FACTOR * tookMs),
    );
  }
}
