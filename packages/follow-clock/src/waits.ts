import { Socket } from 'node:net';
import type { Call, Calls, FailedCall } from './calls.ts';
import type { FollowedTimer } from './followed-timer.ts';

/** A timer that something waits for, and the reason as part of a sentence. */
export interface Wait {
  readonly timer: FollowedTimer;
  readonly reason: string;
}

type Timers = readonly FollowedTimer[];

/** Longer timers are schedules, which wait for an advance that a test makes when it is ready. */
const LONGEST_WAIT_MS = 60_000;

/** The time limit of a call is set so shortly before the call begins, or right afterwards, in milliseconds of real time. */
const LIMIT_MS = 50;
const AFTERWARDS_MS = 5;

/** The pause before the next attempt begins so shortly after a failure, in milliseconds of real time. */
const PAUSE_MS = 250;

/**
 * Finds the timers that something waits for: the other end of a request that is open, the code behind a request that failed,
 * or a program that has nothing else to do. Intervals, schedules and idle connections wait for time to move, too, but nobody
 * waits for them.
 *
 * @param timers - The timers that have waited long enough.
 */
export function waitsIn(timers: Timers, calls: Calls): Wait[] {
  const short = timers.filter(({ repeats, delayMs }) => !repeats && delayMs <= LONGEST_WAIT_MS);
  const found = new Map<FollowedTimer, string>();
  for (const call of calls.open())
    for (const timer of waitingWith(call, short)) found.set(timer, `while ${call.name} is open`);
  for (const call of calls.failed())
    for (const timer of waitingAfter(call, short)) found.set(timer, `after ${call.name} ${call.outcome}`);
  const awaited = short.filter((timer) => timer.isAwaited);
  if (found.size === 0 && awaited.length > 0 && !isAlive())
    for (const timer of awaited) found.set(timer, 'and has nothing else to do');
  return [...found]
    .map(([timer, reason]) => ({ timer, reason }))
    .toSorted((a, b) => a.timer.dueAt - b.timer.dueAt);
}

/** A handler sets timers while its client waits. Of a request of the application, one timer is the limit. */
function waitingWith(call: Call, timers: Timers): Timers {
  if (call.isIncoming) return timers.filter(({ startedAt }) => startedAt >= call.from);
  return nearest(timers, call.from - LIMIT_MS, call.from, call.from + AFTERWARDS_MS);
}

/** The pause before the next attempt, and the limit of all attempts. */
function waitingAfter({ from, at }: FailedCall, timers: Timers): Timers {
  const pause = nearest(timers, at, at, at + PAUSE_MS);
  return pause.length === 0
    ? []
    : [...nearest(timers, from - LIMIT_MS, from, from + AFTERWARDS_MS), ...pause];
}

/** The timer that was set the shortest time before or after an instant, if it was set in a period. */
function nearest(timers: Timers, first: number, instant: number, last: number): Timers {
  return timers
    .filter(({ startedAt }) => startedAt >= first && startedAt <= last)
    .toSorted((a, b) => Math.abs(a.startedAt - instant) - Math.abs(b.startedAt - instant))
    .slice(0, 1);
}

/** Resources that leave a program idle: timers, and the terminal. */
const IDLE = new Set(['Timeout', 'Immediate', 'TTYWrap']);

/** Whether something else than timers and its output keeps the process alive. */
function isAlive(): boolean {
  const busy = process.getActiveResourcesInfo().filter((name) => !IDLE.has(name));
  const outputs = [process.stdout, process.stderr].filter((stream) => stream instanceof Socket);
  return busy.length > outputs.length || busy.some((name) => name !== 'PipeWrap');
}
