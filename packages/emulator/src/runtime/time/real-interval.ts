/**
 * Calls a function again and again in real time, also while a test has replaced the timers: fake timers leave the time limits
 * of signals alone. It does not keep a process alive.
 *
 * @returns Ends the calls.
 */
export function everyReal(intervalMs: number, callback: () => void): () => void {
  let isOver = false;
  const wait = () => {
    AbortSignal.timeout(intervalMs).addEventListener('abort', () => {
      if (isOver) return;
      callback();
      wait();
    });
  };
  wait();
  return () => {
    isOver = true;
  };
}
