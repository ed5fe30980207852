interface Inspecting {
  readonly process?: { readonly getBuiltinModule?: (id: string) => unknown };
  readonly Deno?: { readonly inspect: (value: unknown, options: object) => string };
}

/**
 * Where a text can be found in a value: in hidden members, symbols, getters, causes, in what the runtime logs of it,
 * and in its JSON.
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

/** Its own members, and those of its classes; not those that all objects have. */
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
    // Getters of a class's prototype that want an instance.
    return undefined;
  }
}

/** What the console of the runtime would print, in as much depth as it can be made to. */
function inspect(value: unknown): string {
  const { process, Deno } = globalThis as Inspecting;
  if (Deno !== undefined) return Deno.inspect(value, { depth: 20, showHidden: true, getters: true });
  const util = process?.getBuiltinModule?.('node:util') as typeof import('node:util') | undefined;
  if (util !== undefined) return util.inspect(value, { depth: null, showHidden: true, getters: true });
  return String(value);
}
