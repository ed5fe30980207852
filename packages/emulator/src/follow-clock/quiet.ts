import type { Conversations } from './conversations.ts';
import { machineNow, nextTurn, realTime } from './real-time.ts';
import type { OutgoingRequests } from './requests.ts';
import type { Timers } from './timers.ts';

/** How long to wait without a request that ends, and for file operations, in milliseconds of real time. */
export const PATIENCE_MS = 5_000;

/** How long to wait in total while requests end and others begin, in milliseconds of real time. */
const LONGEST_MS = 30_000;

/**
 * The maximum number of consecutive checks that find only timers without delay. A chain of such timers may never end,
 * so time then continues. Checks are counted instead of milliseconds, because a machine that stalls runs none of the
 * timers meanwhile.
 */
const MOST_IMMEDIATE_LOOKS = 50;

/** The interval between two checks of requests. A request also ends the wait when it ends. */
const POLL_MS = 100;

/** Turns of the event loop without any work after which an application is considered quiet. */
const CALM_TURNS = 4;

/** The kinds of work that keep an application busy. */
export interface Work {
  readonly requests: OutgoingRequests;
  readonly conversations: Conversations;
  readonly timers: Timers;
}

/**
 * Waits until the application has finished the work that it started: requests, database queries, operations on files,
 * and timers without delay.
 *
 * @returns Requests that took too long. The wait ended without them.
 */
export async function quiet({ requests, conversations, timers }: Work): Promise<string[]> {
  const startedAt = machineNow();
  let ended = requests.ended;
  let progressAt = startedAt;
  let immediateLooks = 0;
  for (let calm = 0; calm < CALM_TURNS; calm++) {
    await nextTurn();
    // Called at each turn, because it compares what was written and read between two turns.
    const areWaiting = conversations.areWaiting();
    if (requests.ended !== ended) {
      ended = requests.ended;
      progressAt = machineNow();
    }
    if (requests.areUnderWay) {
      const left = Math.min(progressAt + PATIENCE_MS, startedAt + LONGEST_MS) - machineNow();
      if (left <= 0) return requests.abandon();
      immediateLooks = 0;
      await Promise.race([requests.oneEnded(), realTime(Math.min(left, POLL_MS))]);
    } else if ((areWaiting || hasOperations()) && machineNow() < progressAt + PATIENCE_MS) {
      immediateLooks = 0;
      await realTime(1);
    } else if (timers.immediate > 0 && immediateLooks < MOST_IMMEDIATE_LOOKS) {
      immediateLooks++;
      await realTime(1);
    } else continue;
    calm = -1;
  }
  return [];
}

/** Operations on files, look-ups of names and cryptography are running. */
function hasOperations(): boolean {
  return process.getActiveResourcesInfo().some((name) => OPERATIONS.test(name));
}

const OPERATIONS =
  /^(FSReq|CloseReq|GetAddrInfoReq|GetNameInfoReq|(Scrypt|PBKDF2|HKDF|RandomBytes|KeyGen|Sign|Hash).*(Request|Job)|ZLIB)/i;
