/** The median. Unlike the mean, it is not affected by a disturbed round. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The value that a share of the values, in percent, do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * share) / 100) - 1)] ?? Number.NaN;
}

/** The median with minimum and maximum, which show the noise of the machine. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Summarizes the rounds. */
export function spread(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/** Formats a measured value with three significant digits, and its range. */
export function show({ median: middle, min, max }: Spread, unit = ''): string {
  return `${digits(middle)}${unit} (${digits(min)}–${digits(max)})`;
}

/** A number with three significant digits, without an exponent. */
export function digits(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}
