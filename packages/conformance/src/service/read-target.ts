import {
  type Check,
  type Checks,
  checkMembers,
  listOf,
  must,
  optionReader,
  suggestionFor,
} from '@messaging-service/contract';
import type { ConformanceTarget, TargetKeys } from './target.ts';

const readOptions = optionReader((name, names) => suggestionFor(name, names) || listOf(name, names));

const checkFunction = must('a function', (value) => typeof value === 'function');
const checkText = must('a text', (value) => typeof value === 'string');
/** Without the value, because it may contain a secret. */
const checkSecret: Check = (value) => (typeof value === 'string' ? undefined : 'must be a text');

const KEY_CHECKS: Checks<TargetKeys> = { accountKey: checkSecret, organizationKey: checkSecret };

const CHECKS: Checks<ConformanceTarget> = {
  baseUrl: checkSecret,
  keys: checkMembers(readOptions, KEY_CHECKS, ['accountKey']),
  fetch: checkFunction,
  dryRunOnly: must('true or false', (value) => typeof value === 'boolean'),
  to: checkText,
  sender: checkText,
  advance: checkFunction,
  now: checkFunction,
  receiveWebhooks: checkFunction,
  writeFromHandset: checkFunction,
};

/**
 * Reads a target from code. With a misspelled `dryRunOnly`, the kit would test less than you expect.
 *
 * @throws {TypeError} A member is unknown or invalid. The message lists the issues.
 */
export function readTarget(given: ConformanceTarget): ConformanceTarget {
  const read = readOptions(given, CHECKS, ['baseUrl', 'keys']);
  if (read.ok) return read.value;
  const problems = read.issues.map(({ path, message }) => `  ${path || 'it'} ${message}`);
  throw new TypeError(`The target is not valid:\n${problems.join('\n')}`);
}
