import { isTemporary } from '../api/control-api.ts';
import type { DigestEvent } from '../api/types.ts';
import { live } from './digest.ts';

/**
 * The pause after each response is at least this long, and three times as long as the call took. While everything changes
 * all the time, a person cannot read more than a few changes a second. A single change is shown without a pause.
 */
const LEAST_REST_MS = 500;
const REST_FACTOR = 3;

/** The pause before a call that failed temporarily is repeated. The end of a lost connection is reported, so it needs none. */
const RETRY_MS = 2_000;

/** The part of a digest that the response to a call depends on. */
export type DigestPart = (digest: DigestEvent) => unknown;

/** Repeats a call whenever something has changed: one call at a time, and fewer calls when responses are slow. */
export class LiveQuery {
  readonly #call: (signal: AbortSignal) => Promise<void>;
  readonly #onError: (error: Error) => void;
  readonly #abort = new AbortController();
  /** Aborted when the query has stopped. */
  readonly signal = this.#abort.signal;
  readonly #unlisten: () => void;
  readonly #changesWith: DigestPart;
  /** The part of the latest digest; undefined without a connection. */
  #seen: unknown;
  #isCalling = false;
  #isStale = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param call - Makes the call and stores its response.
   * @param onError - Stores the error of a call that failed, unless the query has stopped.
   * @param changesWith - The part of the digest that the response depends on; default: every digest is another one.
   */
  constructor(
    call: (signal: AbortSignal) => Promise<void>,
    onError: (error: Error) => void,
    changesWith: DigestPart = (digest) => digest,
  ) {
    this.#call = call;
    this.#onError = onError;
    this.#changesWith = changesWith;
    this.#seen = this.#part();
    this.#unlisten = live.listen(() => {
      const before = this.#seen;
      this.#seen = this.#part();
      if (this.#seen !== before) this.refresh();
    });
    document.addEventListener('visibilitychange', this.#onVisible);
    this.refresh();
  }

  /** A tab in the background makes no calls; it makes one when the user opens it again. */
  readonly #onVisible = () => {
    if (this.#isStale) this.refresh();
  };

  /** Repeats the call as soon as possible. */
  refresh(): void {
    this.#isStale = true;
    if (!document.hidden && !this.#isCalling && this.#timer === undefined) void this.#run();
  }

  #part(): unknown {
    return live.connected && live.digest !== undefined ? this.#changesWith(live.digest) : undefined;
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
    this.#isCalling = true;
    const startedAt = performance.now();
    const failure = await this.#call(this.#abort.signal).then(
      () => undefined,
      (error: Error) => error,
    );
    this.#isCalling = false;
    if (this.#abort.signal.aborted) return;
    if (failure !== undefined) this.#onError(failure);
    const isRepeated = isTemporary(failure);
    this.#isStale ||= isRepeated;
    this.#rest(isRepeated ? RETRY_MS : REST_FACTOR * (performance.now() - startedAt));
  }

  /** Pauses after a call. */
  #rest(ms: number): void {
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        if (this.#isStale) this.refresh();
      },
      Math.max(LEAST_REST_MS, ms),
    );
  }
}
