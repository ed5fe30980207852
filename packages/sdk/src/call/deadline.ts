/** When work has to end, at the latest. */
export interface Limits {
  readonly timeoutMs: number;
  /** The caller's own signal. */
  readonly signal?: AbortSignal | undefined;
}

/** How work under a deadline ended. Stopped work may have failed with an error that shows how far it got. */
export type Outcome<T> =
  | { readonly ended: 'done'; readonly value: T }
  | { readonly ended: 'failure'; readonly error: unknown }
  | Stopped;

type Stopped =
  | { readonly ended: 'timeout'; readonly error?: unknown }
  | { readonly ended: 'abort'; readonly reason: unknown; readonly error?: unknown };

/**
 * Does work until it is done, its time is up or the caller's signal is raised, whichever comes first. The work gets a
 * signal to stop by. Once stopped, it has a few microtasks to say how far it came; a `fetch` that ignores its signal
 * cannot hold the caller up.
 *
 * The caller's signal is not passed on. It gets one listener, which is removed at the end, so that a signal that lives
 * as long as the process collects none.
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

/** Enough for a rejection to pass through the functions between a transport and this file. Not a timer: tests fake those. */
async function microtasks(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

/** Waits, unless the caller's signal is raised. */
export function wait(limits: Limits): Promise<Outcome<never>> {
  return withDeadline(limits, () => new Promise<never>(() => undefined));
}
