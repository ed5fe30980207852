import { HOUR, jobs, MINUTE, retrying } from '../../../../effects.mjs';

export const dynamic = 'force-dynamic';

/** Starts timers that outlive the request. */
export function POST() {
  setInterval(jobs.hour, HOUR);
  setTimeout(jobs.reminder, 24 * HOUR);
  setTimeout(() => retrying(jobs.delivery, [10 * MINUTE, 10 * MINUTE]), 5 * MINUTE);
  return new Response(null, { status: 204 });
}
