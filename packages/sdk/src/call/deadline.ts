/** Limits of some work. */
export interface Limits {
  readonly timeoutMs: number;
  /** The caller's own signal. */
  readonly signal?: AbortSignal | undefined;
}

/** The end of work under a deadline. If the work was stopped, its error may show whether the request was sent. */
export type Outcome<T> =
  | { readonly ended: 'done'; readonly value: T }
  | { readonly ended: 'failure'; readonly error: unknown }
  | Stopped;

type Stopped =
  | { readonly ended: 'timeout'; readonly error?: unknown }
  | { readonly ended: 'abort'; readonly reason: unknown; readonly error?: unknown };

/**
 * Runs work until it is done, its time limit has passed or the caller's signal is aborted. The work gets a signal to stop.
 * After that, it has a few microtasks to report whether the request was sent. A `fetch` that ignores its signal
 * does not delay the caller.
 *
 * The caller's signal is not passed on. It gets one listener, which is removed at the end, so that a signal that lives
 * as long as the process does not collect listeners.
 */
export function withDeadline<T>(
  { timeoutMs, signal }: Limits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Outcome<T>> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve({ ended: 'abort', reason: signal.reason });
      return;
    }
    const controller = new AbortController();
    let stopped: Stopped | undefined;
    const release = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    const stop = (how: Stopped) => {
      stopped = how;
      release();
      controller.abort();
      void microtasks().then(() => resolve(how));
    };
    const onAbort = () => stop({ ended: 'abort', reason: signal?.reason });
    const timer = setTimeout(() => stop({ ended: 'timeout' }), timeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    work(controller.signal).then(
      (value) => {
        release();
        resolve(stopped ?? { ended: 'done', value });
      },
      (error: unknown) => {
        release();
        resolve(stopped === undefined ? { ended: 'failure', error } : { ...stopped, error });
      },
    );
  });
}

/** Waits until a rejection has passed through the functions between a transport and this file. Tests replace timers. */
async function microtasks(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

/** Waits until the time has passed or the caller's signal is aborted. */
export function wait(limits: Limits): Promise<Outcome<never>> {
  return withDeadline(limits, () => new Promise<never>(() => undefined));
}
