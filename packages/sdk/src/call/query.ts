import { DRY_RUN_SPELLINGS, writeBothSpellings } from '@messaging-service/contract';

/** The flags that are false when they are absent. */
const FALSE_BY_DEFAULT = new Set(['isDryrun', 'dryRun', 'details']);

/** Converts the flags of a call to texts, a dry run in both spellings, for validation: the caller's two may differ. */
export function flagTexts(flags: object): Record<string, string> {
  return textsOf({ ...writeBothSpellings(flags, DRY_RUN_SPELLINGS), ...flags });
}

/**
 * Writes the flags of a call as its query, a dry run in both spellings.
 *
 * A flag that is false by default is left out when it is false, because some services read any value as true, even
 * `false`.
 */
export function writeQuery(flags: object): Record<string, string> {
  const written = Object.entries(textsOf(writeBothSpellings(flags, DRY_RUN_SPELLINGS))).filter(
    ([name, value]) => value !== 'false' || !FALSE_BY_DEFAULT.has(name),
  );
  return Object.fromEntries(written);
}

function textsOf(flags: object): Record<string, string> {
  const given: [string, unknown][] = Object.entries(flags).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
