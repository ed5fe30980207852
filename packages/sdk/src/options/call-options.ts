import { type Check, type Checks, type Issue, isObject } from '@messaging-service/contract';
import {
  checkBoolean,
  checkCount,
  checkDelay,
  checkMembers,
  checkMethods,
  checkTimeout,
} from '../option-checks.ts';
import type { CallOptions, ResendOptions, RetryOptions, SafeResend } from './options.ts';

/** Checks the members that are used, because a signal of another realm is not an instance of this realm's class. */
const checkSignal = checkMethods('an AbortSignal', 'addEventListener', 'removeEventListener');

const checkRetryOptions = checkMembers<RetryOptions>({
  attempts: checkCount,
  delay: checkDelay,
  maxDelay: checkDelay,
});

/** The option `retry`, which may be switched off. */
export const checkRetry: Check = (retry) => {
  if (retry === false) return undefined;
  return isObject(retry) ? checkRetryOptions(retry) : 'must be an object, or false';
};

/** The option `safeResend`: true, false, or a rule. */
export const checkSafeResend: Check = (value) =>
  checkBoolean(value) === undefined || checkRule(value) === undefined
    ? undefined
    : 'must be true, false or an object with the function isDuplicate';

const checkRule = checkMethods('a rule', 'isDuplicate');

/** Names and values of header fields. No problem repeats a value, because it can be a secret. */
export const checkHeaders: Check = (value) => {
  // An instance of `Headers`, a map and a list of pairs have no members with the fields.
  const isOfTexts =
    isObject(value) &&
    !(Symbol.iterator in value) &&
    Object.values(value).every((one) => typeof one === 'string');
  if (!isOfTexts) return 'must be an object of strings, such as { "x-tenant": "7" }';
  const issues = Object.entries(value as Readonly<Record<string, string>>).flatMap(headerIssues);
  return issues.length > 0 ? issues : undefined;
};

function headerIssues([path, value]: [string, string]): Issue[] {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(path)) return [{ path, message: 'is not a name of a header field' }];
  // White space around a value does not count.
  const [, character] = /([^\t\x20-\x7e\x80-\xff])/u.exec(value.trim()) ?? [];
  if (character === undefined) return [];
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return [{ path, message: `must not contain U+${code}: header fields are Latin-1 without line breaks` }];
}

/** The options of any call. */
export type AnyCallOptions = CallOptions & ResendOptions<SafeResend>;

/** The checks of the options that every call accepts. */
export const CALL_CHECKS: Checks<AnyCallOptions> = {
  safeResend: checkSafeResend,
  signal: checkSignal,
  timeout: checkTimeout,
  totalTimeout: checkTimeout,
  headers: checkHeaders,
  retry: checkRetry,
};

/** The issue of a call that switches `safeResend` on: the types of the results of a client without it would be wrong. */
export function resendIssues(
  { safeResend }: AnyCallOptions,
  client: Required<ResendOptions<SafeResend>>,
): Issue[] {
  if (client.safeResend !== false || safeResend === undefined || safeResend === false) return [];
  return [{ path: 'safeResend', message: 'can only be switched off for a call: set it for the client' }];
}
