/**
 * Lets the event loop turn once. A message channel, because fake timers replace `setTimeout` and `setImmediate` and
 * would leave the emulator waiting for a test that waits for the emulator.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const heard = () => {
      port1.close();
      resolve();
    };
    // Browsers and Node both have `onmessage`; Node's types do not say so.
    Object.assign(port1, { onmessage: heard });
    port2.postMessage(undefined);
  });
}

/** How long the event loop waits at most before it gets its turn, in milliseconds of real time. */
const LONGEST_WAIT_MS = 20;

/** The machine's clock in milliseconds. Fake timers stop it, so it is kept from before they come. */
export const machineNow: () => number = performance.now.bind(performance);

/**
 * Makes a function that lets the event loop turn once, if it has waited long enough.
 *
 * @param longestWaitMs - How long that is, in milliseconds of real time.
 */
export function yieldEvery(longestWaitMs = LONGEST_WAIT_MS): () => Promise<void> {
  let turnedAt = machineNow();
  return async () => {
    if (machineNow() - turnedAt < longestWaitMs) return;
    await nextTurn();
    turnedAt = machineNow();
  };
}
