import {
  type Checks,
  DRY_RUN_SPELLINGS,
  type Endpoint,
  type Validation,
  validate,
  writeBothSpellings,
} from '@messaging-service/contract';
import { readOptions } from '../option-checks.ts';
import { type AnyCallOptions, CALL_CHECKS } from '../options/call-options.ts';
import { textsOf } from './values.ts';

/** The schema of an operation's query checks its flags. */
const anything = () => undefined;

/** The options of all operations with flags. */
const ALL_CHECKS: Checks<
  AnyCallOptions & Readonly<Record<'isDryrun' | 'dryRun' | 'allowMulti' | 'details', unknown>>
> = {
  ...CALL_CHECKS,
  isDryrun: anything,
  dryRun: anything,
  allowMulti: anything,
  details: anything,
};

/** The flags that are false when they are absent. */
const FALSE_BY_DEFAULT = new Set(['isDryrun', 'dryRun', 'details']);

/** Reads the options of a call, inherited ones included: a dry run that is not seen would send. */
export function readCallOptions(
  { query }: Partial<Pick<Endpoint, 'query'>>,
  options: AnyCallOptions | undefined,
): Validation<AnyCallOptions> {
  if (options === undefined) return { ok: true, value: {} };
  const read = readOptions<AnyCallOptions>(options, query === undefined ? CALL_CHECKS : ALL_CHECKS);
  if (!read.ok || query === undefined) return read;
  const flags = validate(query, textsOf(writeBothSpellings(flagsOf(read.value), DRY_RUN_SPELLINGS)));
  return flags.ok ? read : flags;
}

/**
 * Writes the flags of a call as its query, a dry run in both spellings.
 *
 * A flag that is false by default is left out when it is false, because some services read any value as true, even
 * `false`.
 */
export function writeFlags(options: AnyCallOptions): Record<string, string> {
  const texts = textsOf(writeBothSpellings(flagsOf(options), DRY_RUN_SPELLINGS));
  const isWritten = ([name, value]: [string, string]) => value !== 'false' || !FALSE_BY_DEFAULT.has(name);
  return Object.fromEntries(Object.entries(texts).filter(isWritten));
}

/** The flags among the options of a call, which are part of its query. */
function flagsOf({ signal, timeout, totalTimeout, retry, safeResend, headers, ...flags }: AnyCallOptions) {
  return flags;
}
