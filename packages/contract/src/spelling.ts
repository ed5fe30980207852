import * as z from 'zod/mini';
import { requestObject } from './schema.ts';

/**
 * Two names of one member, where the field table and the samples of the specification differ. The name of the table comes first.
 *
 * Clients write both names, and clients and servers read either one, so that both readings of the specification work. See
 * API-7.
 */
export type Spelling = readonly [canonical: string, other: string];

/**
 * Copies an object so that each member of the pairs has both names. Two values that differ are kept, for validation to report.
 *
 * @param value - An object in which either name may be set.
 * @param spellings - The pairs.
 *
 * @example
 * ```ts
 * import { DRY_RUN_SPELLINGS, writeBothSpellings } from '@messaging-service/contract';
 *
 * const query: { isDryrun?: boolean; dryRun?: boolean } = { dryRun: true };
 * writeBothSpellings(query, DRY_RUN_SPELLINGS); // { dryRun: true, isDryrun: true }
 * ```
 */
export function writeBothSpellings<T extends object>(value: T, spellings: readonly Spelling[]): T {
  const copy = { ...value };
  const members = copy as Record<string, unknown>;
  for (const [canonical, other] of spellings) {
    const set = members[canonical] ?? members[other];
    if (set === undefined) continue;
    for (const name of [canonical, other]) if (members[name] === undefined) members[name] = set;
  }
  return copy;
}

/**
 * Copies an object so that each member of the pairs has its canonical name only.
 *
 * @param value - An object in which either name may be set.
 * @param spellings - The pairs.
 */
export function readEitherSpelling<T extends object>(value: T, spellings: readonly Spelling[]): T {
  const copy = { ...value };
  const members = copy as Record<string, unknown>;
  for (const [canonical, other] of spellings) {
    // Deletes only existing members, because an object stays slow after a deletion.
    if (!(other in members)) continue;
    if (members[canonical] === undefined && members[other] !== undefined) members[canonical] = members[other];
    delete members[other];
  }
  return copy;
}

/**
 * An object of a request in which each member of the pairs can have either name. The parsed value has the canonical names.
 *
 * @param spellings - The pairs.
 * @param shape - The members, with both names.
 */
export function spelledEitherWay<Shape extends z.core.$ZodShape>(
  spellings: readonly Spelling[],
  shape: Shape,
) {
  return requestObject(
    shape,
    spellingsAgree(spellings),
    z.overwrite((value) => readEitherSpelling(value, spellings)),
  );
}

/** Checks that the two spellings of a member do not differ, because it would be unclear which one is meant. */
function spellingsAgree(spellings: readonly Spelling[]): z.core.CheckFn<Record<string, unknown>> {
  return ({ value: members, issues }) => {
    for (const [canonical, other] of spellings) {
      if (members[canonical] === undefined || members[other] === undefined) continue;
      if (fold(members[canonical]) === fold(members[other])) continue;
      const message = `must equal ${canonical}: the two are spellings of one field`;
      issues.push({ code: 'custom', path: [other], message, input: members[other] });
    }
  };
}

/** Upper and lower case are the same identifier. See API-14. */
function fold(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}
