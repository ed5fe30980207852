/** Begins shortly before a month without a 29th ends, so that schedules soon cross it. */
export const START = Date.parse('2026-02-27T22:30:00Z');

/** The URL of webhooks. */
export const HOOKS = 'https://hooks.test';

/** So few that all of them can be locked for a number. */
export const POOL: readonly string[] = ['447700900980', '447700900981', '447700900982'];

/** Delays of additional attempts at webhooks: from one shorter than most steps to one longer than most steps. */
export const RETRY_DELAYS_MS: readonly number[] = [1_000, 60_000, 600_000, 3_600_000, 86_400_000];

/** Texts and the units they take. */
export const TEXTS = [
  { label: '1 unit', text: 'Hello', units: 1 },
  { label: '2 units', text: 'x'.repeat(161), units: 2 },
  { label: '3 units', text: '日'.repeat(135), units: 3 },
] as const;

/** A time to send at, as a request writes it. */
export interface When {
  readonly label: string;
  /** Milliseconds since the epoch; undefined for none. */
  readonly at: (now: number) => number | undefined;
  readonly write: (at: number) => string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const iso = (at: number) => new Date(at).toISOString();
const zoneless = (at: number) => iso(at).slice(0, -1);
const toMinute = (at: number) => `${iso(at).slice(0, 16)}Z`;
const twoHoursEast = (at: number) => `${zoneless(at + 2 * HOUR_MS)}+02:00`;

/** Times around the five minutes that decide, and at full hours, when schedules run. */
export const WHENS: readonly When[] = [
  { label: 'now', at: () => undefined, write: iso },
  { label: 'an hour ago', at: (now) => now - HOUR_MS, write: iso },
  { label: 'in 5 min', at: (now) => now + 5 * MINUTE_MS, write: iso },
  { label: 'in 5 min 1 ms', at: (now) => now + 5 * MINUTE_MS + 1, write: zoneless },
  { label: 'in 10 min', at: (now) => now + 10 * MINUTE_MS, write: twoHoursEast },
  {
    label: 'at the hour after next',
    at: (now) => (Math.floor(now / HOUR_MS) + 2) * HOUR_MS,
    write: toMinute,
  },
  { label: 'in 1 day', at: (now) => now + 24 * HOUR_MS, write: iso },
];

/** Whether a time schedules: only more than five minutes ahead. See SCH-1. */
export function scheduledAt(when: When, now: number): number | undefined {
  const at = when.at(now);
  return at !== undefined && at > now + 5 * MINUTE_MS ? at : undefined;
}

/** The n-th identifier of the caller's choice, in lower case. */
export function chosenId(n: number): string {
  return `abcdef00-0000-4000-8000-00000000000${n}`;
}
