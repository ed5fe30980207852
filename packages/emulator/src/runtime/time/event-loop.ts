import { performance } from './real-timers.ts';

/**
 * Lets the event loop turn once. It uses a message channel, because fake timers replace `setTimeout` and
 * `setImmediate`: the emulator would wait for a test that waits for the emulator.
 */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const heard = () => {
      port1.close();
      resolve();
    };
    // Browsers and Node both have `onmessage`; Node's types do not include it.
    Object.assign(port1, { onmessage: heard });
    port2.postMessage(undefined);
  });
}

/** The machine's clock in milliseconds, also if fake timers have replaced it. */
export const machineNow = (): number => performance.now();

/**
 * Creates a function that lets the event loop turn once, if it has waited long enough. The function returns undefined where it
 * need not turn.
 *
 * @param longestWaitMs - How long that is, in milliseconds of real time.
 */
export function turnsEvery(longestWaitMs: number): () => Promise<void> | undefined {
  let turnedAt = machineNow();
  return () => {
    if (machineNow() - turnedAt < longestWaitMs) return undefined;
    return nextTurn().then(() => {
      turnedAt = machineNow();
    });
  };
}
