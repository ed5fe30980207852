/** The time at which the emulators of tests start. It is a Sunday. */
export const START = '2026-03-01T09:00:00.000Z';

/** One minute in milliseconds. */
export const MINUTE = 60_000;

/** Returns the time some milliseconds after {@link START}, as ISO 8601. */
export function later(ms: number): string {
  return new Date(Date.parse(START) + ms).toISOString();
}

/** Lets all work run that does not wait for a timer or for input. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
}
