import { turns } from '@messaging-service/test-support';
import { vi } from 'vitest';

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
