/** A time: a `Date`, a `Temporal.Instant`, a `Temporal.ZonedDateTime`, or a text in ISO 8601. */
export type TimeInput = Date | string | EpochTime;

/** The part of a `Temporal.Instant` or a `Temporal.ZonedDateTime` that is read. */
interface EpochTime {
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

/**
 * Converts the values of a query, or of header fields, to texts. Those that are undefined are left out.
 *
 * @param redact - Changes each text.
 */
export function textsOf(values: object, redact = (text: string) => text): Record<string, string> {
  const given: [string, unknown][] = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, redact(String(value))]));
}

/** Parses a JSON text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
