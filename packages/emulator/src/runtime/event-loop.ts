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
