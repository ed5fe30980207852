import { type Issue, nearestName } from '@messaging-service/contract';

/** The longest delay of a timer: with a longer one, it fires immediately. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Returns a description of the problem with a value, in words that follow the option's name. */
export type Check = (value: unknown) => string | undefined;

/** A time that something may take, in milliseconds. */
export const checkTimeout: Check = (ms) =>
  typeof ms === 'number' && ms > 0 && ms <= MAX_TIMEOUT_MS
    ? undefined
    : `must be a number of milliseconds above 0 and up to ${MAX_TIMEOUT_MS}`;

/** A time to wait, in milliseconds. */
export const checkDelay: Check = (ms) =>
  ms === 0 ? undefined : checkTimeout(ms)?.replace('above 0', 'of 0');

/** A positive whole number. */
export const checkCount: Check = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 1 ? undefined : 'must be a whole number, at least 1';

/** An API key. */
export const checkKey: Check = (key) =>
  typeof key === 'string' && /^[\x21-\x7e]+$/.test(key)
    ? undefined
    : 'must be an API key: printable ASCII, not empty, without spaces';

/** A function. */
export const checkFunction: Check = (value) =>
  typeof value === 'function' ? undefined : 'must be a function';

/** Yes or no. */
export const checkBoolean: Check = (value) =>
  typeof value === 'boolean' ? undefined : 'must be true or false';

/** One of several words. */
export const checkOneOf =
  (...words: string[]): Check =>
  (value) =>
    words.includes(value as string) ? undefined : `must be ${words.map((word) => `"${word}"`).join(' or ')}`;

/** An object with functions by their names; it can have other members, as `console` does. */
export const checkMethods =
  (what: string, ...names: string[]): Check =>
  (value) => {
    const has = (name: string) => typeof (value as Record<string, unknown>)[name] === 'function';
    return isObject(value) && names.every(has) ? undefined : `must be ${what}`;
  };

/** Issues of the members of an object of options, including inherited and unknown members. */
export function memberIssues(options: object, checks: Readonly<Record<string, Check>>): Issue[] {
  const given = options as Readonly<Record<string, unknown>>;
  const issues: Issue[] = [];
  for (const path of new Set([...Object.keys(options), ...Object.keys(checks)])) {
    const check = Object.hasOwn(checks, path) ? checks[path] : undefined;
    const value = given[path];
    const message =
      check === undefined ? unknownOption(path, checks) : value === undefined ? undefined : check(value);
    if (message !== undefined) issues.push({ path, message });
  }
  return issues;
}

function unknownOption(name: string, checks: Readonly<Record<string, Check>>): string {
  const nearest = nearestName(name, Object.keys(checks));
  return `is not a known option${nearest === undefined ? '' : `; did you mean ${JSON.stringify(nearest)}?`}`;
}

/** Whether a value is an object, or a list. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
