/** The instant at which all applications start. */
export const START = '2026-01-01T09:00:00.000Z';

/** Lines that begin with a time as an instant, with the time since the start instead: `+24:00 sent reminder`. */
export function sinceStart(lines: readonly string[]): string[] {
  return lines.map((line) => {
    const [instant = '', ...words] = line.split(' ');
    return [duration(Date.parse(instant) - Date.parse(START)), ...words].join(' ');
  });
}

/** The same lines, sorted within each instant. */
export function sortedByInstant(lines: readonly string[]): string[] {
  return lines
    .map((line, index) => ({ line, index, time: timeOf(line) }))
    .toSorted((a, b) => (a.time === b.time ? compare(a.line, b.line) : a.index - b.index))
    .map(({ line }) => line);
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

const timeOf = (line: string) => line.slice(0, line.indexOf(' '));

/** `+24:00`, or `+24:00:00.001` if it is not a whole number of minutes. */
function duration(ms: number): string {
  const hours = String(Math.floor(ms / 3_600_000)).padStart(2, '0');
  const rest = new Date(ms % 3_600_000).toISOString().slice('1970-01-01T00'.length, -1);
  return `+${hours}${rest.replace(/:00\.000$/, '')}`;
}
