/**
 * Copies an object so that the named members are texts where they were dates: `send_at` may be given as either.
 *
 * An invalid date becomes a text that is no timestamp, so that it is reported with the other faults of the request.
 * What is not an object is given back as it is, for validation to report.
 */
export function writeTimes(value: unknown, members: readonly string[]): unknown {
  if (!isRecord(value)) return value;
  const copy = { ...value };
  for (const member of members) {
    const time = copy[member];
    if (isDate(time)) copy[member] = Number.isNaN(time.getTime()) ? 'Invalid Date' : time.toISOString();
  }
  return copy;
}

/** Whether a value is an object with members, and no list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** By its tag, since a date of another realm is not an instance of this one's class. */
function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}
