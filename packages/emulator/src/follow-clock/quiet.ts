import { machineNow, nextTurn, realTime } from './real-time.ts';
import type { OutgoingRequests } from './requests.ts';
import type { Timers } from './timers.ts';

/** How long requests and file operations are waited for, in milliseconds of real time. */
export const PATIENCE_MS = 5_000;

/** Zero-delay timers are waited for until this much real time has passed: a chain of them may never end. */
const IMMEDIATE_MS = 50;

/** Turns of the event loop without any work, after which an application is taken to be quiet. */
const CALM_TURNS = 4;

/**
 * Waits until the application has finished what it started: requests, operations on files, and timers without delay.
 *
 * @returns Requests that took too long and are no longer waited for.
 */
export async function quiet(requests: OutgoingRequests, timers: Timers): Promise<string[]> {
  const startedAt = machineNow();
  const elapsed = () => machineNow() - startedAt;
  for (let calm = 0; calm < CALM_TURNS; ) {
    await nextTurn();
    if (requests.areUnderWay) {
      const left = PATIENCE_MS - elapsed();
      if (left <= 0) return requests.abandon();
      await Promise.race([requests.oneEnded(), realTime(left)]);
      calm = 0;
    } else if (
      (timers.immediate > 0 && elapsed() < IMMEDIATE_MS) ||
      (hasOperations() && elapsed() < PATIENCE_MS)
    ) {
      await realTime(1);
      calm = 0;
    } else calm++;
  }
  return [];
}

/** Operations on files, look-ups of names and cryptography are under way. */
function hasOperations(): boolean {
  return process.getActiveResourcesInfo().some((name) => OPERATIONS.test(name));
}

const OPERATIONS =
  /^(FSReq|GetAddrInfoReq|GetNameInfoReq|(Scrypt|PBKDF2|HKDF|RandomBytes|KeyGen|Sign|Hash).*(Request|Job)|ZLIB)/i;
