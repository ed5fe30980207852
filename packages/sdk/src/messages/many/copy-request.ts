/** Maximum nesting depth of a request: request, messages, message, sender. */
const DEPTH = 4;

/**
 * Copies plain objects and lists, and those inside them, so that the caller can continue to change the originals.
 * Everything else, such as a date or a signal, is not copied, and neither are values that are nested deeper than any
 * field of the specification.
 */
export function copyRequest<Value>(value: Value): Value {
  return copy(value, DEPTH) as Value;
}

function copy(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth === 0) return value;
  if (Array.isArray(value)) return value.map((one) => copy(one, depth - 1));
  if (!isPlain(value)) return value;
  const twin: Record<string, unknown> = { ...value };
  for (const member of Object.keys(twin)) {
    const one = twin[member];
    if (typeof one === 'object') twin[member] = copy(one, depth - 1);
  }
  return twin;
}

/** Checks the end of the prototype chain, because plain objects of other realms have another prototype. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}
