import type { Issue } from '@messaging-service/contract';
import {
  type Check,
  checkBoolean,
  checkCount,
  checkDelay,
  checkMethods,
  checkTimeout,
  isObject,
  memberIssues,
} from '../option-checks.ts';
import type { CallOptions, ResendOptions, RetryOptions, SafeResend } from './options.ts';

/** Checks the members that are used, because a signal of another realm is not an instance of this realm's class. */
const checkSignal = checkMethods('an AbortSignal', 'addEventListener', 'removeEventListener');

const RETRY_CHECKS: Readonly<Record<keyof RetryOptions, Check>> = {
  attempts: checkCount,
  delay: checkDelay,
  maxDelay: checkDelay,
};

/** The option `retry`, which may be switched off. */
export const checkRetry: Check = (retry) => {
  if (retry === false) return undefined;
  return isObject(retry) ? memberIssues(retry, RETRY_CHECKS) : 'must be an object, or false';
};

/** The option `safeResend`: true, false, or a rule. */
export const checkSafeResend: Check = (value) =>
  checkBoolean(value) === undefined || checkRule(value) === undefined
    ? undefined
    : 'must be true, false or an object with the function isDuplicate';

const checkRule = checkMethods('a rule', 'isDuplicate');

/** Names and values of header fields. What else is invalid in them, each runtime decides. */
export const checkHeaders: Check = (value) =>
  // An instance of `Headers`, a map and a list of pairs have no members with the fields.
  isObject(value) &&
  !(Symbol.iterator in value) &&
  Object.values(value).every((one) => typeof one === 'string')
    ? undefined
    : 'must be an object of strings, such as { "x-tenant": "7" }';

/** The options of any call. */
export type AnyCallOptions = CallOptions & ResendOptions<SafeResend>;

/** The checks of the options that every call accepts. */
export const CALL_CHECKS: Readonly<Record<keyof AnyCallOptions, Check>> = {
  safeResend: checkSafeResend,
  signal: checkSignal,
  timeout: checkTimeout,
  totalTimeout: checkTimeout,
  headers: checkHeaders,
  retry: checkRetry,
};

/** The issue of a call that switches `safeResend` on: the types of the results of a client without it would be wrong. */
export function resendIssues(
  options: AnyCallOptions | undefined,
  client: Required<ResendOptions<SafeResend>>,
): Issue[] {
  const { safeResend } = options ?? {};
  if (client.safeResend !== false || !safeResend || checkSafeResend(safeResend) !== undefined) return [];
  return [{ path: 'safeResend', message: 'can only be switched off for a call: set it for the client' }];
}
