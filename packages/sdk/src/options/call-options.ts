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
} from './option-checks.ts';
import type { CallOptions, ResendOptions, RetryOptions, SafeResend } from './options.ts';

/** Checks the members that are used, because a signal of another realm is not an instance of this realm's class. */
const checkSignal = checkMethods('an AbortSignal', 'addEventListener', 'removeEventListener');

const RETRY_CHECKS: Readonly<Record<keyof RetryOptions, Check>> = {
  attempts: checkCount,
  delay: checkDelay,
  maxDelay: checkDelay,
};

/** The option `safeResend`: true, false, or a rule. */
export const checkSafeResend: Check = (value) =>
  checkBoolean(value) === undefined || (isObject(value) && checkRule(value) === undefined)
    ? undefined
    : 'must be true, false or an object with the function isDuplicate';

const checkRule = checkMethods('a rule', 'isDuplicate');

/** Names and values of header fields. What else is invalid in them, each runtime decides. */
const checkHeaders: Check = (value) =>
  isObject(value) && Object.values(value).every((one) => typeof one === 'string')
    ? undefined
    : 'must be an object with texts';

const CALL_CHECKS: Readonly<Record<keyof Omit<CallOptions & ResendOptions, 'retry'>, Check>> = {
  safeResend: checkSafeResend,
  signal: checkSignal,
  timeout: checkTimeout,
  totalTimeout: checkTimeout,
  headers: checkHeaders,
};

/** Issues of the options that every call accepts; the others are part of its query. */
export function callOptionIssues(options: CallOptions & ResendOptions<SafeResend>): Issue[] {
  // `rows.map(client.messages.sendOne)`, for example, passes a number.
  if (!isObject(options)) return [{ path: 'options', message: 'must be an object' }];
  const { signal, timeout, totalTimeout, retry, safeResend, headers } = options;
  return [
    ...memberIssues({ signal, timeout, totalTimeout, safeResend, headers }, CALL_CHECKS),
    ...retryIssues(retry),
  ];
}

/** Issues of the option `retry`, which may be switched off. */
export function retryIssues(retry: unknown): Issue[] {
  return retry === undefined || retry === false
    ? []
    : nestedIssues('retry', retry, RETRY_CHECKS, 'must be an object, or false');
}

/** Issues of the members of an option that is an object. */
export function nestedIssues(
  name: string,
  value: unknown,
  checks: Readonly<Record<string, Check>>,
  expectation = 'must be an object',
): Issue[] {
  if (value === undefined) return [];
  if (!isObject(value)) return [{ path: name, message: expectation }];
  return memberIssues(value, checks).map(({ path, message }) => ({ path: `${name}.${path}`, message }));
}
