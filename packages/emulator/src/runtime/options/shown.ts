/** A wrong value as an error message repeats it. JavaScript callers also pass values that JSON cannot represent. */
export function shown(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'object':
      return jsonOf(value);
    case 'function':
      return 'a function';
    case 'bigint':
      return `${value}n`;
    default:
      return String(value);
  }
}

function jsonOf(value: object | null): string {
  try {
    return JSON.stringify(value);
  } catch {
    return 'an object';
  }
}
