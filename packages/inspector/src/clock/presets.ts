const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** 09:00 GMT on the day after an instant. */
export function tomorrow(now: number): string {
  return morningAfter(now, 1);
}

/** 09:00 GMT on the first Monday after the day of an instant. */
export function nextMonday(now: number): string {
  return morningAfter(now, (8 - new Date(now).getUTCDay()) % 7 || 7);
}

function morningAfter(now: number, days: number): string {
  return new Date((Math.floor(now / DAY_MS) + days) * DAY_MS + 9 * HOUR_MS).toISOString();
}
