/** Every ordinary end: Ctrl+C, a request to stop, a terminal that is closed, Ctrl+\, and Ctrl+Break on Windows. */
const SIGNALS: readonly NodeJS.Signals[] = [
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  ...(process.platform === 'win32' ? (['SIGBREAK'] as const) : (['SIGQUIT'] as const)),
];

/**
 * Returns a signal that is aborted with the first signal to stop. The second one stops the process immediately, unless a
 * terminal was closed: shell and system send several signals then.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  let first: NodeJS.Signals | undefined;
  const onSignal = (signal: NodeJS.Signals, number: number) => {
    if (first !== undefined && first !== 'SIGHUP' && signal !== 'SIGHUP') process.exit(128 + number);
    first ??= signal;
    stop.abort();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return stop.signal;
}
