import { v7 } from 'uuid';

/** A time: a `Date`, a `Temporal.Instant`, a `Temporal.ZonedDateTime`, or a text in ISO 8601. */
export type TimeInput = Date | string | EpochTime;

/** The part of a `Temporal.Instant` or a `Temporal.ZonedDateTime` that is read. */
export interface EpochTime {
  /** Milliseconds since the epoch. */
  readonly epochMilliseconds: number;
}

/** Returns whether a value is an object with members, not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns whether a value is a text. */
export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/**
 * Copies an object so that the named members are texts where they were instants: `send_at` accepts a `Date`, a
 * `Temporal.Instant` or a `Temporal.ZonedDateTime`.
 *
 * An invalid date becomes a text that is not a timestamp, so that it is reported with the other issues of the request.
 * A value that is not an object is returned unchanged, for validation to report.
 */
export function writeTimes(value: unknown, members: readonly string[]): unknown {
  if (!isRecord(value)) return value;
  const copy = { ...value };
  for (const member of members) {
    const time = copy[member];
    if (typeof time === 'object' && time !== null) copy[member] = writeTime(time);
  }
  return copy;
}

function writeTime(time: object): unknown {
  // Checks the tag and the member, because objects of another realm or a polyfill are not instances of this realm's
  // class.
  const isDate = Object.prototype.toString.call(time) === '[object Date]';
  const ms: unknown = isDate ? (time as Date).getTime() : Reflect.get(time, 'epochMilliseconds');
  if (typeof ms !== 'number') return time;
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? 'Invalid Date' : date.toISOString();
}

/** Number of random bytes in an identifier. */
const RANDOM_BYTES = 16;
/**
 * Random bytes are not kept longer: processes that start from the same memory image would generate the same
 * identifiers.
 */
const POOL_LIFETIME_MS = 1000;

/**
 * Random bytes for the next identifiers, because generating them for each identifier takes longer than everything else.
 */
let pool = new Uint8Array(0);
let position = 0;
let filledAt = 0;
/** The time and the counter of the last identifier. */
let msecs = 0;
let seq = 0;

/** Generates an identifier: a UUID of version 7. Identifiers sort by the order of their creation in this process. */
export function createId(): string {
  const now = Date.now();
  if (position === pool.length || Math.abs(now - filledAt) > POOL_LIFETIME_MS) {
    pool = crypto.getRandomValues(new Uint8Array(64 * RANDOM_BYTES));
    position = 0;
    filledAt = now;
  }
  const random = pool.subarray(position, (position += RANDOM_BYTES));
  if (now > msecs) {
    msecs = now;
    // The counter of each millisecond starts at a random number in the lower half, so that it does not overflow.
    seq = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1;
  } else seq += 1;
  return v7({ random, msecs, seq });
}

/** Parses a JSON text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
