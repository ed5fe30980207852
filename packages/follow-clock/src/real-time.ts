import promises from 'node:timers/promises';

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

/** The longest delay of Node's timers. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The machine's clock, in milliseconds since the epoch. */
export const machineDate: () => number = Date.now;

/** The machine's monotonic clock, in milliseconds. */
export const machineNow: () => number = performance.now.bind(performance);

const { setTimeout: wait } = promises;

/** Waits for some real time. This does not keep the process alive. */
export function realTime(ms: number): Promise<void> {
  return wait(ms, undefined, { ref: false });
}

/** Lets the event loop turn once. The function of `node:timers/promises` takes twice the time. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    afterTurn(resolve);
  });
}
