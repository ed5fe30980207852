import { vi } from 'vitest';

/** Lets all work run that does not wait for a timer or for input. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Lets fake time pass, from timer to timer, until a promise is settled. */
export async function passingTime<Result>(pending: Promise<Result>): Promise<Result> {
  let isWaiting = true as boolean;
  const result = pending.finally(() => {
    isWaiting = false;
  });
  while (isWaiting) {
    await turns();
    if (vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync();
  }
  return result;
}
