/** Calls a function now, for what it gives or throws to come out later. */
export function captured<T>(make: () => T): () => T {
  try {
    const made = make();
    return () => made;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/**
 * Copies what is made of plain objects and lists, through and through, so that a caller may go on changing theirs.
 * Anything else in it, such as a date or a signal, stays what it is; and so does what it is shaped like, rings included.
 */
export function copyPlain<Value>(value: Value): Value {
  return copy(value, new Map()) as Value;
}

function copy(value: unknown, copied: Map<object, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const isList = Array.isArray(value);
  if (!isList && !isPlain(value)) return value;
  const known = copied.get(value);
  if (known !== undefined) return known;
  const twin = (isList ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
  copied.set(value, twin);
  for (const [member, one] of Object.entries(twin))
    if (typeof one === 'object') twin[member] = copy(one, copied);
  return twin;
}

/** By the end of its chain, since plain objects of other realms have another prototype. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
