interface Inspecting {
  readonly process?: { readonly getBuiltinModule?: (id: string) => unknown };
  readonly Deno?: { readonly inspect: (value: unknown, options: object) => string };
}

/**
 * Finds the places of a value that contain a text: hidden members, symbols, getters, causes, the output of the runtime's
 * console, and JSON.
 */
export function findText(value: unknown, text: string): string[] {
  const found = walk(value, text, new Set());
  if (JSON.stringify(value).includes(text)) found.push(' as JSON');
  if (inspect(value).includes(text)) found.push(' as logged');
  return found;
}

function walk(value: unknown, text: string, seen: Set<unknown>): string[] {
  if (typeof value === 'string') return value.includes(text) ? [''] : [];
  if (value === null || (typeof value !== 'object' && typeof value !== 'function') || seen.has(value))
    return [];
  seen.add(value);
  return members(value).flatMap((name) =>
    walk(read(value, name), text, seen).map((path) => `.${String(name)}${path}`),
  );
}

/** Its own members and those of its classes, except those of all objects. */
function members(value: object): PropertyKey[] {
  const names: PropertyKey[] = [];
  for (
    let one: object | null = value;
    one !== null && !isBuiltIn(one);
    one = Object.getPrototypeOf(one) as object | null
  )
    names.push(...Reflect.ownKeys(one));
  return names;
}

function isBuiltIn(value: object): boolean {
  return [Object, Function, Array, Error].some(({ prototype }) => prototype === value);
}

function read(value: object, name: PropertyKey): unknown {
  try {
    return Reflect.get(value, name);
  } catch {
    // Getters of a prototype throw without an instance.
    return undefined;
  }
}

/** The output of the runtime's console, as deep as possible. */
function inspect(value: unknown): string {
  const { process, Deno } = globalThis as Inspecting;
  if (Deno !== undefined) return Deno.inspect(value, { depth: 20, showHidden: true, getters: true });
  const util = process?.getBuiltinModule?.('node:util') as typeof import('node:util') | undefined;
  if (util !== undefined) return util.inspect(value, { depth: null, showHidden: true, getters: true });
  return String(value);
}
