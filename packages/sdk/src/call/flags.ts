import {
  DRY_RUN_SPELLINGS,
  type Endpoint,
  type Issue,
  isForeign,
  plainOptions,
  validate,
  writeBothSpellings,
} from '@messaging-service/contract';
import { isObject, memberIssues } from '../option-checks.ts';
import { type AnyCallOptions, CALL_CHECKS } from '../options/call-options.ts';
import { textsOf } from './values.ts';

/** The flags of all operations. */
const FLAGS = ['isDryrun', 'dryRun', 'allowMulti', 'details'];
const NAMES = [...Object.keys(CALL_CHECKS), ...FLAGS];

/** The flags that are false when they are absent. */
const FALSE_BY_DEFAULT = new Set(['isDryrun', 'dryRun', 'details']);

/** Reads the options of a call, inherited ones included: a dry run that is not seen would send. */
export function readCallOptions(options: AnyCallOptions | undefined): AnyCallOptions | undefined {
  return plainOptions(options, NAMES);
}

/** Issues of the options of a call: of those that every call accepts, and of the operation's own flags. */
export function optionIssues({ query }: Partial<Pick<Endpoint, 'query'>>, options: AnyCallOptions): Issue[] {
  if (!isObject(options) || isForeign(options, NAMES)) return memberIssues(options, CALL_CHECKS);
  const { common, flags } = divide(options);
  const issues = memberIssues(common, CALL_CHECKS);
  const names = Object.keys(flags);
  if (query === undefined)
    return [...issues, ...names.map((path) => ({ path, message: 'is not a known option' }))];
  const validation = validate(query, textsOf(writeBothSpellings(flags, DRY_RUN_SPELLINGS)));
  return validation.ok ? issues : [...issues, ...validation.issues];
}

/**
 * Writes the flags of a call as its query, a dry run in both spellings.
 *
 * A flag that is false by default is left out when it is false, because some services read any value as true, even
 * `false`.
 */
export function writeFlags(options: AnyCallOptions): Record<string, string> {
  const texts = textsOf(writeBothSpellings(divide(options).flags, DRY_RUN_SPELLINGS));
  const isWritten = ([name, value]: [string, string]) => value !== 'false' || !FALSE_BY_DEFAULT.has(name);
  return Object.fromEntries(Object.entries(texts).filter(isWritten));
}

/** Divides the options of a call into those that every call accepts, and the flags, which are part of its query. */
function divide({ signal, timeout, totalTimeout, retry, safeResend, headers, ...flags }: AnyCallOptions) {
  const common: AnyCallOptions = { signal, timeout, totalTimeout, retry, safeResend, headers };
  return { common, flags };
}
