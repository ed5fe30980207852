/**
 * Whether a value is text that is not empty: what secrets and environments must be.
 *
 * @param value - What the caller gave.
 */
export function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/**
 * One or several texts, none of them empty; `undefined` for anything else.
 *
 * @param value - What the caller gave.
 */
export function readList(value: unknown): readonly string[] | undefined {
  // Most give one text, and this runs at each request.
  if (typeof value === 'string') return value === '' ? undefined : [value];
  return Array.isArray(value) && value.length > 0 && value.every(isFilled) ? value : undefined;
}
