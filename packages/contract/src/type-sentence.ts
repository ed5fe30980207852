/** Says that a value has another type than the expected one, in words that can follow its path. */
export function typeSentence(expected: string, value: unknown): string {
  if (value === undefined) return 'is required';
  if (expected === 'int') return 'must be a whole number';
  if (expected === 'number' && typeof value === 'number') return 'must be a finite number';
  return `must be ${article(expected)}, not ${kindOf(value)}`;
}

function article(type: string): string {
  return `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return article(typeof value);
}
