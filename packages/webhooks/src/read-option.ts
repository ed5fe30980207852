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
  const list: readonly unknown[] = [value].flat();
  return list.length > 0 && list.every(isFilled) ? list : undefined;
}
