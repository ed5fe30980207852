const ISO_8601 =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/;

const MINUTE_MS = 60_000;

/**
 * Parses an ISO 8601 timestamp as the service does: at least minute precision, and GMT if it has no zone.
 *
 * A date that does not exist (30 February, 24:00) is not moved to another day, because a message that was sent on the wrong day
 * cannot be recalled.
 *
 * @param text - For example `2026-01-01T09:00Z`, `2026-01-01T09:00:30.250+01:00` or `2026-01-01T09:00`.
 * @returns Milliseconds since the epoch, or `undefined` if the text is not such a timestamp.
 * @see API-4.
 *
 * @example
 * ```ts
 * import { parseTimestamp } from '@messaging-service/contract';
 *
 * parseTimestamp('2026-01-01T09:00Z') === Date.UTC(2026, 0, 1, 9);
 * ```
 */
export function parseTimestamp(text: string): number | undefined {
  const match = ISO_8601.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second = '00', fraction = '0', zone = 'Z'] = match;
  const ms = Math.trunc(Number(`0.${fraction}`) * 1000);
  const local = new Date(0);
  local.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  local.setUTCHours(Number(hour), Number(minute), Number(second), ms);
  const isRolledOver = !local.toISOString().startsWith(`${year}-${month}-${day}T${hour}:${minute}:${second}`);
  if (isRolledOver) return undefined;
  const offset = zoneOffsetMs(zone);
  return offset === undefined ? undefined : local.getTime() - offset;
}

/**
 * Formats an instant as the service does in payloads: ISO 8601, GMT, with milliseconds.
 *
 * @param at - Milliseconds since the epoch.
 * @see API-5.
 *
 * @example
 * ```ts
 * import { formatTimestamp } from '@messaging-service/contract';
 *
 * formatTimestamp(Date.UTC(2026, 0, 1, 9)); // '2026-01-01T09:00:00.000Z'
 * ```
 */
export function formatTimestamp(at: number): string {
  return new Date(at).toISOString();
}

function zoneOffsetMs(zone: string): number | undefined {
  if (zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', ''));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * MINUTE_MS;
}
