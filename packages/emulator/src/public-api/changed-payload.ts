/** The members of a payload that a fault changes. A name such as `receiptInfo.code` is a member of a member. */
export interface PayloadChange {
  /** Members and their values. */
  readonly set?: Readonly<Record<string, unknown>> | undefined;
  /** Members that are left out. */
  readonly remove?: readonly string[] | undefined;
}

type Members = Record<string, unknown>;

/**
 * Returns a copy of a payload with some members changed.
 *
 * @param payload - The payload, which is not changed.
 * @param change - The changes: first `set`, then `remove`.
 */
export function changedPayload(payload: object, { set = {}, remove = [] }: PayloadChange): object {
  const copy = structuredClone(payload) as Members;
  for (const [name, value] of Object.entries(set)) {
    const [holder, last] = memberAt(copy, name);
    // Sets a member of any name, including `__proto__`.
    Object.defineProperty(holder, last, { value, enumerable: true, writable: true, configurable: true });
  }
  for (const name of remove) {
    const [holder, last] = memberAt(copy, name);
    delete holder[last];
  }
  return copy;
}

/** The object that has a member, and the member's own name. Objects on the way that are missing are created. */
function memberAt(payload: Members, name: string): readonly [Members, string] {
  const names = name.split('.');
  const last = names.pop() ?? '';
  const holder = names.reduce((members, next) => {
    const found = Object.hasOwn(members, next) ? members[next] : undefined;
    if (typeof found === 'object' && found !== null) return found as Members;
    const created: Members = {};
    Object.defineProperty(members, next, {
      value: created,
      enumerable: true,
      writable: true,
      configurable: true,
    });
    return created;
  }, payload);
  return [holder, last];
}
