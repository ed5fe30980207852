/** The time at which the emulators of tests start. It is a Sunday. */
export const START = '2026-03-01T09:00:00.000Z';

/** One minute in milliseconds. */
export const MINUTE = 60_000;

/** Returns the time some milliseconds after {@link START}, as ISO 8601. */
export function later(ms: number): string {
  return new Date(Date.parse(START) + ms).toISOString();
}
