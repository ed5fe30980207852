import { machineNow } from './real-time.ts';

/** An HTTP request that the application has sent, or that it has to respond to. */
export interface Call {
  /** What it is, for warnings. */
  readonly name: string;
  /** Whether another program waits for the response of the application. */
  readonly isIncoming: boolean;
  /** When it began, by the machine's monotonic clock. */
  readonly from: number;
  /** Whether a response has begun, such as a stream of events, so that the other program does not wait for one. */
  readonly isAnswered: () => boolean;
}

/** A call that was sent without success. */
export interface FailedCall extends Call {
  /** When it failed, by the machine's monotonic clock. */
  readonly at: number;
  /** What happened, such as `failed with 503`. */
  readonly outcome: string;
}

/** How many failures are kept. */
const MOST_FAILED = 20;

/** Statuses after which clients try again. */
const isFailure = (status: number) => status >= 500 || status === 429 || status === 408;

/** The calls that are open, and those that failed last. They show for whom a timer of the application keeps time. */
export class Calls {
  readonly #open = new Map<object, Call>();
  #failed: FailedCall[] = [];

  /** Those without a response, in the order in which they began. */
  open(): Call[] {
    return [...this.#open.values()].filter((call) => !call.isAnswered());
  }

  /** Those that failed, the latest last. */
  failed(): readonly FailedCall[] {
    return this.#failed;
  }

  /** Records that a call begins. */
  begin(key: object, call: Omit<Call, 'from'>): void {
    this.#open.set(key, { ...call, from: machineNow() });
  }

  /** Records a response, or that there will be none. */
  end(key: object, status: number | undefined): void {
    const call = this.#open.get(key);
    this.#open.delete(key);
    if (call === undefined || call.isIncoming || (status !== undefined && !isFailure(status))) return;
    const outcome = status === undefined ? 'failed' : `failed with ${status}`;
    this.#failed = [...this.#failed, { ...call, at: machineNow(), outcome }].slice(-MOST_FAILED);
  }
}
