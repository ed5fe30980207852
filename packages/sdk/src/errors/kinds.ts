/** Registered, so that it is the same in every copy of this package: ESM beside CommonJS, two versions, two realms. */
export const KINDS: unique symbol = /* @__PURE__ */ Symbol.for('@messaging-service/sdk/error-kinds') as never;

/** Whether a value is an error of the class with this name, or of a class below it, where `instanceof` may fail. */
export function hasKind(value: unknown, name: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  try {
    const kinds: unknown = Reflect.get(value, KINDS);
    return Array.isArray(kinds) && kinds.includes(name);
  } catch {
    // A proxy or a getter that throws is none of ours.
    return false;
  }
}
