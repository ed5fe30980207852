import type * as z from 'zod/mini';

/**
 * Two names for one member, where the specification's field table and its samples disagree: first the table's.
 *
 * Clients write both and everyone reads either, so that neither reading of the specification goes wrong.
 */
export type Spelling = readonly [canonical: string, other: string];

/** The identifier and the time of a batch. See API-7. */
export const BATCH_SPELLINGS: readonly Spelling[] = [
  ['uuid', 'id'],
  ['at', 'send_at'],
];

/** The flag of packaged credits that the field table calls like its twin of paid credits. See API-7 and CRD-11. */
export const PACKAGED_CREDITS_SPELLINGS: readonly Spelling[] = [
  ['schedule_refill', 'schedule_reset_to_zero'],
];

/** The flag of a dry run. See API-7. */
export const DRY_RUN_SPELLINGS: readonly Spelling[] = [['isDryrun', 'dryRun']];

/**
 * Copies an object so that each member of the pairs stands under both names.
 *
 * @param value - An object in which either name may be set.
 * @param spellings - The pairs.
 */
export function writeBothSpellings<T extends object>(value: T, spellings: readonly Spelling[]): T {
  const copy = { ...value } as Record<string, unknown>;
  for (const [canonical, other] of spellings) {
    const set = copy[canonical] ?? copy[other];
    if (set !== undefined) copy[canonical] = copy[other] = set;
  }
  return copy as unknown as T;
}

/**
 * Copies an object so that each member of the pairs stands under its canonical name only.
 *
 * @param value - An object in which either name may be set.
 * @param spellings - The pairs.
 */
export function readEitherSpelling<T extends object>(value: T, spellings: readonly Spelling[]): T {
  const copy = { ...value } as Record<string, unknown>;
  for (const [canonical, other] of spellings) {
    // Not deleted unless it is there: an object that something was deleted from stays slow.
    if (!(other in copy)) continue;
    if (copy[canonical] === undefined && copy[other] !== undefined) copy[canonical] = copy[other];
    delete copy[other];
  }
  return copy as unknown as T;
}

/**
 * A check that the two spellings of a member do not differ: nobody could know which of them was meant.
 *
 * @param spellings - The pairs.
 */
export function spellingsAgree<T extends object>(spellings: readonly Spelling[]): z.core.CheckFn<T> {
  return ({ value, issues }) => {
    const members = value as Record<string, unknown>;
    for (const [canonical, other] of spellings) {
      if (members[canonical] === undefined || members[other] === undefined) continue;
      if (members[canonical] === members[other]) continue;
      const message = `must equal ${canonical}: the two are spellings of one field`;
      issues.push({ code: 'custom', path: [other], message, input: members[other] });
    }
  };
}
