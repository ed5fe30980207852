import {
  type Issue,
  invisibleCharacters,
  isForeign,
  namesOf,
  suggestionFor,
  tagOf,
} from '@messaging-service/contract';

/** The longest delay of a timer: with a longer one, it fires immediately. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** What is wrong with a value: a description in words that follow the option's name, or the issues of its members. */
type Problem = string | readonly Issue[] | undefined;

/** Returns the problem with a value. */
export type Check = (value: unknown) => Problem;

/** Writes the problem with an option as issues of the object that has it. */
export function issuesAt(option: string, problem: Problem = []): Issue[] {
  if (typeof problem === 'string') return [{ path: option, message: problem }];
  return problem.map(({ path, message }) => ({ path: `${option}.${path}`, message }));
}

/** A time that something may take, in milliseconds. */
export const checkTimeout = (ms: unknown) =>
  typeof ms === 'number' && ms > 0 && ms <= MAX_TIMEOUT_MS
    ? undefined
    : `must be in milliseconds, such as 5000: more than 0 and at most ${MAX_TIMEOUT_MS}`;

/** A time to wait, in milliseconds. */
export const checkDelay = (ms: unknown) =>
  ms === 0 ? undefined : checkTimeout(ms)?.replace('more than', 'at least');

/** A positive whole number. */
export const checkCount = (value: unknown) =>
  Number.isSafeInteger(value) && (value as number) >= 1 ? undefined : 'must be a whole number, at least 1';

/** An API key. A file or a variable often adds a line break or a byte order mark. */
export const checkKey = (key: unknown) => {
  if (typeof key === 'string' && /^[\x21-\x7e]+$/.test(key)) return undefined;
  const invisible = typeof key === 'string' ? invisibleCharacters(key) : '';
  const found = invisible === '' ? '' : `; it contains the invisible ${invisible}`;
  return `must be an API key: printable ASCII, not empty, without spaces${found}`;
};

/** A function. */
export const checkFunction = (value: unknown) =>
  typeof value === 'function' ? undefined : 'must be a function';

/** Yes or no. */
export const checkBoolean = (value: unknown) =>
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

/** An object of options. */
export const checkMembers =
  (checks: Readonly<Record<string, Check>>, required: readonly string[] = []): Check =>
  (value) =>
    objectProblem(value, checks) ?? memberIssues(value, checks, required);

/**
 * Issues of the members of an object of options, including inherited, unknown and missing members. An instance of a class may
 * have other members.
 */
export function memberIssues(
  options: unknown,
  checks: Readonly<Record<string, Check>>,
  required: readonly string[] = [],
): Issue[] {
  const problem = objectProblem(options, checks);
  if (problem !== undefined) return [{ path: 'options', message: problem }];
  const given = options as Readonly<Record<string, unknown>>;
  const names = new Set([...namesOf(given), ...Object.keys(checks)]);
  return [...names].flatMap((name) => {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    const value = given[name];
    if (check === undefined)
      return issuesAt(name, `is not a known option${suggestionFor(name, Object.keys(checks))}`);
    return value === undefined && !required.includes(name) ? [] : issuesAt(name, check(value));
  });
}

/**
 * The problem with a value that is not an object with options, such as the number that `rows.map(client.messages.sendOne)` passes, or a
 * promise that was not awaited.
 */
export function objectProblem(value: unknown, checks: Readonly<Record<string, Check>>): string | undefined {
  if (!isObject(value)) return 'must be an object';
  return isForeign(value, Object.keys(checks))
    ? `must be an object with options, not an instance of ${tagOf(value)}`
    : undefined;
}

/** Whether a value is an object, or a list. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
