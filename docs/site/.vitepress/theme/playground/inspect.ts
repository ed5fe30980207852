/** A value as text, in the way of Node: `{ total: 1, delivered: 1 }`. */
export function inspect(value: unknown, depth = 0): string {
  if (value instanceof Error) return `${value.name}${codeOf(value)}: ${value.message}`;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (depth === 4) return '…';
  if (Array.isArray(value))
    return wrap(
      '[',
      ']',
      value.map((item) => inspect(item, depth + 1)),
      depth,
    );
  const members = Object.entries(value).map(
    ([name, member]) => `${nameOf(name)}: ${inspect(member, depth + 1)}`,
  );
  return wrap('{', '}', members, depth);
}

/** The code of an error, as Node shows it: `ConflictError [duplicate_id]: …`. */
const codeOf = (error: Error & { readonly code?: unknown }) =>
  typeof error.code === 'string' ? ` [${error.code}]` : '';

const nameOf = (name: string) => (/^[\w$]+$/.test(name) ? name : `'${name}'`);

const LONGEST_LINE = 72;

function wrap(start: string, end: string, items: readonly string[], depth: number): string {
  if (items.length === 0) return start + end;
  const line = `${start} ${items.join(', ')} ${end}`;
  if (line.length <= LONGEST_LINE && !line.includes('\n')) return line;
  const indent = '  '.repeat(depth);
  return `${start}\n${items.map((item) => `${indent}  ${item}`).join(',\n')}\n${indent}${end}`;
}
