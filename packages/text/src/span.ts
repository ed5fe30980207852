const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;

/** A duration as a whole number of the largest possible unit, such as `90 s`. */
export function spanText(ms: number): string {
  const [length, unit] = UNITS.find(([length]) => ms >= length && ms % length === 0) ?? [1, 'ms'];
  return `${ms / length} ${unit}`;
}
