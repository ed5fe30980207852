import { DRY_RUN_SPELLINGS, writeBothSpellings } from '@messaging-service/contract';

/** The flags that are false when they are absent. spec.md, Add message, Add batch, Get delivery receipts. */
const FALSE_BY_DEFAULT = new Set(['isDryrun', 'dryRun', 'details']);

/**
 * Writes the flags of a call as its query, a dry run in both spellings.
 *
 * A flag that is false by default is left out when it is false: there are services that read any value, `false`
 * included, as true.
 */
export function writeQuery(flags: object): Record<string, string> {
  const flagValues: [string, unknown][] = Object.entries(writeBothSpellings(flags, DRY_RUN_SPELLINGS));
  const written = flagValues
    .filter(([, value]) => value !== undefined)
    .filter(([name, value]) => value !== false || !FALSE_BY_DEFAULT.has(name))
    .map(([name, value]): [string, string] => [name, String(value)]);
  return Object.fromEntries(written);
}
