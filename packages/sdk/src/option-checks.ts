import {
  type Check,
  type Checks,
  checkMembers as checkMembersWith,
  invisibleCharacters,
  isObject,
  optionReader,
  suggestionFor,
  type Validation,
} from '@messaging-service/contract';

/** The longest delay of a timer: with a longer one, it fires immediately. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

const read = optionReader(suggestionFor);

/** Reads options, and checks each of them. No issue repeats a value, because it may be a secret. */
export function readOptions<Options extends object>(
  given: unknown,
  checks: Checks<Options>,
  required?: readonly (keyof Options)[],
): Validation<Options> {
  const result = read(given, checks, required);
  if (result.ok) return result;
  return { ok: false, issues: result.issues.map((issue) => ({ ...issue, path: issue.path || 'options' })) };
}

/** An object of options. */
export function checkMembers<Options extends object>(
  checks: Checks<Options>,
  ...required: (keyof Options)[]
): Check {
  return checkMembersWith(read, checks, required);
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
