const DAY_MS = 86_400_000;

/** Time of day, GMT, with milliseconds only where there are some. */
export function timeOf(at: string | number): string {
  const text = new Date(at).toISOString();
  return text.slice(11, 19) + (text.slice(19, 23) === '.000' ? '' : text.slice(19, 23));
}

/** The day, such as `1 Jan 2026`. */
export function dayOf(at: string | number): string {
  return new Date(at).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** The day as one needs it who knows the present: nothing for today, no year for this year. */
export function dayBeside(at: string | number, now: number): string {
  if (Math.floor(Number(new Date(at)) / DAY_MS) === Math.floor(now / DAY_MS)) return '';
  const isThisYear = new Date(at).getUTCFullYear() === new Date(now).getUTCFullYear();
  return isThisYear ? dayOf(at).replace(/ \d+$/, '') : dayOf(at);
}

const UNITS = [
  ['d', DAY_MS],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** A span in its two largest units, such as `2 h 5 min`. */
export function spanOf(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  const parts: string[] = [];
  let rest = ms;
  for (const [unit, length] of UNITS) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) parts.push(`${count} ${unit}`);
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.join(' ');
}

/** A whole number with its thousands set apart. */
export function count(value: number): string {
  return value.toLocaleString('en-GB');
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 });

/** A round count where there is little room: `7,500`, `100K`, `1.25M`. */
export function shortCount(value: number): string {
  return Math.abs(value) < 10_000 ? count(value) : compact.format(value);
}

/** `1 message`, `2 messages`. */
export function plural(value: number, noun: string, many = `${noun}s`): string {
  return `${count(value)} ${value === 1 ? noun : many}`;
}

/** JSON on many lines; text that is none, as it is. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
