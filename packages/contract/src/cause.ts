/** Why something has its outcome, and what to do about it: a sentence each. */
export interface Cause {
  /** The cause. */
  readonly cause: string;
  /** The remedy. */
  readonly remedy: string;
}

/** The entry of a table for a name; for any other name, a general one. */
export function causeIn(
  table: Readonly<Record<string, Cause>>,
  name: string,
  kind: string,
): Cause & { readonly isKnown: boolean } {
  const known = Object.hasOwn(table, name) ? table[name] : undefined;
  if (known !== undefined) return { ...known, isKnown: true };
  return {
    cause: `The ${kind} ${name.slice(0, 100)} is unknown, and so is its cause.`,
    remedy: 'Look at the response, and ask the support of the service.',
    isKnown: false,
  };
}
