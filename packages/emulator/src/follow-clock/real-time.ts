/**
 * The machine's own time and timers, stored before they are replaced. Code in this folder that must continue while the
 * emulator's time stands still uses these.
 */
export const {
  setTimeout: startTimer,
  clearTimeout: stopTimer,
  setInterval: startInterval,
  clearInterval: stopInterval,
  setImmediate: afterTurn,
} = globalThis;

/** The machine's clock, in milliseconds since the epoch. */
export const machineDate: () => number = Date.now;

/** The machine's monotonic clock, in milliseconds. */
export const machineNow: () => number = performance.now.bind(performance);

/** Waits for some real time, by default also if the process has nothing else to do. */
export function realTime(ms: number, isHolding = true): Promise<void> {
  return new Promise((resolve) => {
    const timer = startTimer(resolve, ms);
    if (!isHolding) timer.unref();
  });
}

/** Lets the event loop turn once. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    afterTurn(resolve);
  });
}
