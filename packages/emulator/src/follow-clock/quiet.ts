import type { Connections } from './connections.ts';
import { machineNow, nextTurn, realTime } from './real-time.ts';
import type { Timers } from './timers.ts';
import type { Work } from './work.ts';

/** How long to wait in total while one thing ends and another begins, in milliseconds of real time. */
const LONGEST_MS = 30_000;

/** After this time, the reason of the wait is reported, in milliseconds of real time. */
export const LONG_MS = 2_000;

/** How long to wait for operations on files, and between two checks of what takes too long. */
const OPERATIONS_MS = 5_000;
const POLL_MS = 100;

/**
 * The maximum number of consecutive checks that find only timers without delay. A chain of such timers may never end,
 * so time then continues. Checks are counted instead of milliseconds, because a machine that stalls runs none of the
 * timers meanwhile.
 */
const MOST_IMMEDIATE_LOOKS = 50;

/** Turns of the event loop without any work after which an application is considered quiet. */
const CALM_TURNS = 4;

/** The parts of an application that can be busy. */
export interface QuietParts {
  readonly work: Work;
  readonly timers: Timers;
  readonly connections: Connections;
}

/**
 * Waits until the application has finished the work that it started: requests, queries, operations on files, and timers
 * without delay. If anyone has written something, the servers on which the application waits are then asked whether it
 * has an effect for it.
 *
 * @returns What took too long. The wait ended without it.
 */
export async function quiet({ work, timers, connections }: QuietParts): Promise<string[]> {
  const startedAt = machineNow();
  const late: string[] = [];
  let immediateLooks = 0;
  let calm = 0;
  while (calm < CALM_TURNS) {
    await nextTurn();
    const progressAt = Math.max(startedAt, work.endedAt);
    if (work.isRunning) {
      if (machineNow() - startedAt > LONGEST_MS) return [...late, ...work.abandon()];
      immediateLooks = 0;
      await work.changed(POLL_MS);
      late.push(...work.abandon(progressAt));
    } else if (hasOperations() && machineNow() < progressAt + OPERATIONS_MS) {
      immediateLooks = 0;
      await realTime(1);
    } else if (timers.immediate > 0 && immediateLooks < MOST_IMMEDIATE_LOOKS) {
      immediateLooks++;
      await realTime(1);
    } else if (work.takeDoubt()) {
      connections.ask();
    } else {
      calm++;
      continue;
    }
    calm = 0;
  }
  return late;
}

/** Operations on files, look-ups of names and cryptography are running. */
function hasOperations(): boolean {
  return process.getActiveResourcesInfo().some((name) => OPERATIONS.test(name));
}

const OPERATIONS =
  /^(FSReq|CloseReq|GetAddrInfoReq|GetNameInfoReq|(Scrypt|PBKDF2|HKDF|RandomBytes|KeyGen|Sign|Hash).*(Request|Job)|ZLIB)/i;
