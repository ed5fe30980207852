import { call } from '../api/control-api.ts';
import { runAction } from '../components/notices.tsx';
import { dayOf, plural, timeOf } from '../format.ts';
import { live } from '../live/digest.ts';

interface Moved {
  readonly now: string;
  readonly ran: number;
}

/** Moves the clock, and shows the new time and the number of jobs that ran. */
async function move(work: () => Promise<Moved>): Promise<void> {
  let moved: Moved | undefined;
  await runAction(async () => {
    moved = await work();
  }, 'The clock is moved.');
  if (moved === undefined) return;
  const { now, ran } = moved;
  await runAction(() => Promise.resolve(), `It is ${dayOf(now)}, ${timeOf(now)}. ${plural(ran, 'job')} ran.`);
}

/** Advances the clock by a span or to an instant. */
export const advance = (body: { readonly by: string | number } | { readonly to: string }) =>
  move(() => call<Moved>('POST', '/clock/advance', body));

/** Advances the clock to the time of a job. A job that is already due runs without moving the clock. */
export function advanceTo(dueAt: string): Promise<void> {
  return Date.parse(dueAt) <= live.now()
    ? move(() => call<Moved>('POST', '/settle'))
    : advance({ to: dueAt });
}
