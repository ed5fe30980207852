/** When work has to end, at the latest. */
export interface Limits {
  readonly timeoutMs: number;
  /** The caller's own signal. */
  readonly signal: AbortSignal | undefined;
}

/** How work under a deadline ended. */
export type Outcome<T> =
  | { readonly ended: 'done'; readonly value: T }
  | { readonly ended: 'failure'; readonly error: unknown }
  | { readonly ended: 'timeout' }
  | { readonly ended: 'abort'; readonly reason: unknown };

/**
 * Does work until it is done, its time is up or the caller's signal is raised, whichever comes first. The work gets a
 * signal to stop by, but is not waited for: a `fetch` that ignores its signal cannot hold the caller up.
 *
 * The caller's signal is not passed on. It gets one listener, which is removed at the end, so that a signal that lives
 * as long as the process collects none.
 */
export async function withDeadline<T>(
  { timeoutMs, signal }: Limits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Outcome<T>> {
  const aborted = () => ({ ended: 'abort', reason: signal?.reason as unknown }) as const;
  if (signal?.aborted) return aborted();
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<Outcome<T>>();
  const onAbort = () => {
    resolve(aborted());
    controller.abort();
  };
  const timer = setTimeout(() => {
    resolve({ ended: 'timeout' });
    controller.abort();
  }, timeoutMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  work(controller.signal).then(
    (value) => resolve({ ended: 'done', value }),
    (error: unknown) => resolve({ ended: 'failure', error }),
  );
  const outcome = await promise;
  clearTimeout(timer);
  signal?.removeEventListener('abort', onAbort);
  return outcome;
}

/** Waits, unless the caller's signal is raised. */
export function wait(limits: Limits): Promise<Outcome<never>> {
  return withDeadline(limits, () => new Promise<never>(() => undefined));
}
