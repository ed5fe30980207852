import { isTemporary } from '../api/control-api.ts';
import type { DigestResponse } from '../api/types.ts';
import { live, versionOf } from './digest.ts';

/**
 * The pause after each response is at least this long, and three times as long as the call took. While everything changes
 * all the time, users cannot read more than a few changes a second. A single change is shown without a pause.
 */
const LEAST_REST_MS = 500;
const REST_FACTOR = 3;

/** The longest pause: a call can seem to take hours, because the machine was asleep. */
const MOST_REST_MS = 10_000;

/** The pause before a call that failed temporarily is repeated. */
const RETRY_MS = 2_000;

/** The part of a digest that the response to a call depends on. */
export type DigestPart = (digest: DigestResponse) => unknown;

/** Repeats a call whenever something has changed: one call at a time, and fewer calls when responses are slow. */
export class LiveQuery {
  readonly #call: (signal: AbortSignal) => Promise<void>;
  readonly #onError: (error: Error) => void;
  readonly #changesWith: DigestPart;
  readonly #abort = new AbortController();
  readonly #unlisten: () => void;
  /** The part of the latest digest; undefined without a connection. */
  #seen: unknown;
  #isCalling = false;
  #isStale = false;
  #restsUntil = 0;

  /**
   * @param call - Makes the call and stores its response.
   * @param onError - Stores the error of a call that failed, unless the query has stopped.
   * @param changesWith - The part of the digest that the response depends on; default: all of it.
   */
  constructor(
    call: (signal: AbortSignal) => Promise<void>,
    onError: (error: Error) => void,
    changesWith: DigestPart = versionOf,
  ) {
    this.#call = call;
    this.#onError = onError;
    this.#changesWith = changesWith;
    this.#seen = this.#part();
    this.#unlisten = live.listen(() => this.#follow());
    this.refresh();
  }

  /** Repeats the call now, or after the one that is running. */
  refresh(): void {
    this.#isStale = true;
    if (!this.#isCalling) void this.#run();
  }

  /** Makes no more calls, and aborts the current one. */
  stop(): void {
    this.#unlisten();
    this.#abort.abort();
  }

  #follow(): void {
    const before = this.#seen;
    this.#seen = this.#part();
    this.#isStale ||= this.#seen !== before;
    if (this.#isStale && !this.#isCalling && performance.now() >= this.#restsUntil) void this.#run();
  }

  #part(): unknown {
    return live.connected && live.digest !== undefined ? this.#changesWith(live.digest) : undefined;
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
    const now = performance.now();
    const rest = Math.max(LEAST_REST_MS, Math.min(REST_FACTOR * (now - startedAt), MOST_REST_MS));
    this.#restsUntil = now + (isRepeated ? RETRY_MS : rest);
  }
}
