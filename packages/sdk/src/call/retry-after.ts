/** Reads `retry-after`, in milliseconds. A date is compared with the service's own `date`, if there is one. */
export function readRetryAfter(headers: Readonly<Record<string, string>>): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  // `Date.parse` also accepts texts without a weekday: "-5" is a date in 2001.
  if (!/^[A-Z][a-z]+,? /.test(value)) return undefined;
  // The oldest form of a date has no time zone; all forms are GMT.
  const until =
    Date.parse(/\d{4}$/.test(value) ? `${value} GMT` : value) -
    (Date.parse(headers.date ?? '') || Date.now());
  return Number.isNaN(until) ? undefined : Math.max(0, until);
}
