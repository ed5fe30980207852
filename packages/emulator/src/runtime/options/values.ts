import { integerSchema, shown, suggestionFor } from '@messaging-service/contract';
import * as z from 'zod/mini';
import { type Duration, parseDuration } from '../time/duration.ts';
import { type InstantInput, instant, parseInstant } from '../time/instant.ts';
import { doc } from './doc.ts';

/** A duration: milliseconds, or text with a unit. */
export const durationSchema = z.custom<Duration>((value) => parseDuration(value) !== undefined, {
  error: ({ input }) =>
    `must be a duration: milliseconds, or text such as "250ms", "30s", "10m", "2h", "1d"${got(input)}`,
});

/** The wrong value, in words that can follow a message; the empty text for a missing one. */
export function got(value: unknown): string {
  return value === undefined ? '' : `; got ${shown(value)}`;
}

/** One of a few words. The message repeats a wrong one. */
export function oneOf<const Words extends readonly string[]>(words: Words) {
  const known = words.map((word) => JSON.stringify(word)).join(', ');
  return z.enum(words, {
    error: ({ input }) => {
      const hint = typeof input === 'string' ? suggestionFor(input, words) : '';
      return `must be one of ${known}${got(input)}${hint}`;
    },
  });
}

/** An instant: a date, ISO 8601 text, or milliseconds since the epoch. */
export const instantSchema = z.custom<InstantInput>(
  (value) => {
    const known = value instanceof Date || typeof value === 'string' || typeof value === 'number';
    return known && parseInstant(value) !== undefined;
  },
  {
    error: ({ input }) =>
      `must be an instant: ISO 8601 text such as 2026-01-01T09:00Z, or milliseconds since the epoch${got(input)}`,
  },
);

/** A duration that a call contains, as milliseconds. */
export const durationMsSchema = z.pipe(durationSchema, z.transform(milliseconds));

/** An instant that a call contains, as milliseconds since the epoch. */
export const instantMsSchema = z.pipe(instantSchema, z.transform(instant));

/** A name for users and logs. */
export const nameSchema = z
  .string()
  .check(z.minLength(1, 'must not be empty'), z.maxLength(200, 'must have at most 200 characters'));

/** Credits that cannot be negative. */
export const creditsSchema = integerSchema.check(z.refine((credits) => credits >= 0, 'must not be negative'));

/** An API key. See KEY-4. */
export const apiKeySchema = doc(
  z.string().check(z.regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits in lower case')),
  'API key: 32 hexadecimal characters.',
  'decade00decade00decade00decade00',
);

/** A function, which only code can contain. */
export const functionSchema = z.custom<(...parameters: never[]) => unknown>(
  (value) => typeof value === 'function',
  'must be a function',
);

/** Milliseconds of a duration from code or configuration; a wrong one is the programmer's mistake. */
export function milliseconds(duration: Duration): number {
  const parsed = parseDuration(duration);
  if (parsed !== undefined) return parsed;
  throw new TypeError(
    `${shown(duration)} is not a duration. Pass milliseconds, or text such as "250ms", "30s", "10m", "2h" or "1d".`,
  );
}
