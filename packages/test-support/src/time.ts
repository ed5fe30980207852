/** The instant at which the emulators of tests start: a Sunday. */
export const START = '2026-03-01T09:00:00.000Z';

/** One minute in milliseconds. */
export const MINUTE = 60_000;

/** ISO 8601 text of an instant so many milliseconds after {@link START}. */
export function later(ms: number): string {
  return new Date(Date.parse(START) + ms).toISOString();
}
