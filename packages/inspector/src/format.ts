const DAY_MS = 86_400_000;

/** The time of day in GMT. Milliseconds are omitted when they are zero. */
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

/** The day relative to the current time: empty for today, without the year in the current year. */
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

/** A duration in its two largest units, such as `2 h 5 min`. */
export function spanOf(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.floor(ms))} ms`;
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

/** Formats a whole number with separators of thousands. */
export function count(value: number): string {
  return value.toLocaleString('en-GB');
}

/** `1 message`, `2 messages`. */
export function plural(value: number, noun: string, many = `${noun}s`): string {
  return `${count(value)} ${value === 1 ? noun : many}`;
}

/** A phone number in the one form of the page: with the plus, however the request wrote it. */
export function numberText(number: string): string {
  return `+${number.replace('+', '')}`;
}

/** A sender ID as the page shows it: one that is a phone number has the form of all numbers, and a name stays. */
export function senderText(sender: string): string {
  return /^\+?\d{7,15}$/.test(sender) ? numberText(sender) : sender;
}

/** A duration in milliseconds, with decimals only if it is short. */
export function durationText(ms: number): string {
  return `${ms >= 100 ? Math.round(ms) : ms.toFixed(2)} ms`;
}

/** Formats JSON on several lines. Other text stays unchanged. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A URL without the API key, which every request has. The detail shows the key. */
export function withoutKey(url: string): string {
  return url.replace(/([?&])key=[^&]*&?/, '$1').replace(/[?&]$/, '');
}
