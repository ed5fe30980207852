import { machineNow, nextTurn } from '../runtime/time/event-loop.ts';

/**
 * Calls wait when the oldest change that is not in the file is older than this, in milliseconds of real time. The file
 * then catches up within the rest of the second that a crash may lose.
 */
const LATE_MS = 300;

/** How far a state file is behind its services. Calls wait while it is too far behind. */
export class Backlog {
  /** When the oldest change happened that waits to be written, on the machine's monotonic clock. */
  #gatheredAt: number | undefined;
  /** The same for the changes that are being written. */
  #writingAt: number | undefined;
  #isExempt = false;
  #isOver = false;
  readonly #waiting: (() => void)[] = [];
  #isReleasing = false;

  /** Records a change that has to be written. */
  add(): void {
    this.#gatheredAt ??= machineNow();
  }

  /**
   * Records that everything up to now is being written.
   *
   * @param isLong - Whether snapshots are written, too. Calls do not wait for these.
   */
  begin(isLong: boolean): void {
    this.#writingAt ??= this.#gatheredAt;
    this.#gatheredAt = undefined;
    this.#isExempt = isLong;
  }

  /** Records that it was written. */
  end(): void {
    this.#writingAt = undefined;
    this.#isExempt = false;
    void this.#release();
  }

  /** Lets all calls pass from now on. */
  close(): void {
    this.#isOver = true;
    void this.#release();
  }

  /** Whether calls wait. */
  get isLate(): boolean {
    const oldest = this.#writingAt ?? this.#gatheredAt;
    return !this.#isOver && !this.#isExempt && oldest !== undefined && machineNow() - oldest > LATE_MS;
  }

  /** Settles when a call may continue, in the order of the calls; undefined when it need not wait. */
  room(): Promise<void> | undefined {
    if (this.#waiting.length === 0 && !this.isLate) return undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    return promise;
  }

  /** Each call gets a turn of the event loop, because a call can be long, and can make the file late again. */
  async #release(): Promise<void> {
    if (this.#isReleasing) return;
    this.#isReleasing = true;
    while (this.#waiting.length > 0 && !this.isLate) {
      this.#waiting.shift()?.();
      await nextTurn();
    }
    this.#isReleasing = false;
  }
}
