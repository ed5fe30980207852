const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MONDAY = 1;

/** 09:00 GMT on the day after an instant, in milliseconds since the epoch. */
export function tomorrow(now: number): number {
  return Math.floor(now / DAY_MS) * DAY_MS + DAY_MS + 9 * HOUR_MS;
}

/** 09:00 GMT on the first Monday after the day of an instant. */
export function nextMonday(now: number): number {
  let at = tomorrow(now);
  while (new Date(at).getUTCDay() !== MONDAY) at += DAY_MS;
  return at;
}
