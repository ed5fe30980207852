import { isForeign, isObject, methodOf, namesOf } from './method-of.ts';
import type { Issue, Validation } from './validation.ts';

/** What is wrong with a value: words that follow its name, or the issues of its members. */
export type Problem = string | readonly Issue[] | undefined;

/** Returns the problem with a value. The value may be anything, because JavaScript callers can pass anything. */
export type Check = (value: unknown) => Problem;

/** A check for each option. An option without one does not compile. */
export type Checks<Options extends object> = { readonly [Name in keyof Options]-?: Check };

/**
 * Reads options. This is the rule by which all packages do it:
 *
 * - Options are an object, not a list, a map or a promise that was not awaited. They can be an instance of a class: inherited members
 *   and getters count, and methods are called on the instance.
 * - A name that does not exist is refused, because a misspelled option would have no effect. An instance of a class may have other
 *   members.
 * - An option that is `undefined` is absent. `null` is a value.
 * - Each option is read once. One that throws when it is read is refused.
 *
 * @param given - The options.
 * @param checks - A check for each option.
 * @param required - The names of those that cannot be absent: their checks get `undefined`.
 * @returns The options as an object literal without absent ones, or the issues. The path of an issue of the object itself is empty.
 */
export type ReadOptions = <Options extends object>(
  given: unknown,
  checks: Checks<Options>,
  required?: readonly (keyof Options)[],
) => Validation<Options>;

/**
 * Creates the function that reads options.
 *
 * @param hint - Says which option an unknown name probably means, in words that can follow a sentence: `suggestionFor`, or
 * {@link listOf} where few options and few bytes matter.
 *
 * @example
 * ```ts
 * import { must, optionReader, suggestionFor } from '@messaging-service/contract';
 *
 * const checks = { timeout: must('a number of milliseconds', Number.isFinite) };
 * const readOptions = optionReader(suggestionFor);
 * readOptions({ timeout: 5000 }, checks); // { ok: true, value: { timeout: 5000 } }
 * readOptions({ timeOut: 5000 }, checks); // { ok: false, issues: [{ path: 'timeOut', message: 'is not a known option; did you mean "timeout"?' }] }
 * ```
 */
/* @__NO_SIDE_EFFECTS__ */
export function optionReader(hint: (name: string, names: readonly string[]) => string): ReadOptions {
  return <Options extends object>(
    given: unknown,
    checks: Checks<Options>,
    required: readonly PropertyKey[] = [],
  ): Validation<Options> => {
    const names = Object.keys(checks);
    const options: Record<string, unknown> = {};
    let path = '';
    const issues: Issue[] = [];
    try {
      issues.push(...issuesAt(path, objectProblem(given, names)));
      for (path of issues.length > 0 ? [] : new Set([...names, ...namesOf(given as object)])) {
        const value = methodOf(given as Record<string, unknown>, path);
        if (value !== undefined) options[path] = value;
        if (!names.includes(path))
          issues.push({ path, message: `is not a known option${hint(path, names)}` });
        else if (value !== undefined || required.includes(path))
          issues.push(...issuesAt(path, checks[path as keyof Options](value)));
      }
    } catch {
      // The error of a getter or a proxy is not shown, because it may contain a secret.
      issues.push({ path, message: 'cannot be read' });
    }
    return issues.length > 0 ? { ok: false, issues } : { ok: true, value: options as Options };
  };
}

/**
 * A check of an option that is an object with options itself.
 *
 * @param read - Reads options.
 * @param checks - A check for each member.
 * @param required - The names of those that cannot be absent.
 */
/* @__NO_SIDE_EFFECTS__ */
export function checkMembers<Options extends object>(
  read: ReadOptions,
  checks: Checks<Options>,
  required: readonly (keyof Options)[] = [],
): Check {
  return (value) => {
    const members = read(value, checks, required);
    return members.ok ? undefined : members.issues;
  };
}

/** All names, in words that can follow a sentence. */
export function listOf(_name: string, names: readonly string[]): string {
  return `; the options are ${names.join(', ')}`;
}

/**
 * The problem with a value that is not an object with options, such as the number that `rows.map(client.messages.sendOne)` passes, or a
 * promise that was not awaited.
 *
 * @param value - The value.
 * @param names - The names of all options.
 */
export function objectProblem(value: unknown, names: readonly string[]): string | undefined {
  return isObject(value) && !isForeign(value, names) ? undefined : `must be an object, not ${kindOf(value)}`;
}

/** Writes the problem with an option as issues of the object that has it. */
export function issuesAt(option: string, problem: Problem = []): Issue[] {
  if (typeof problem === 'string') return [{ path: option, message: problem }];
  return problem.map(({ path, message }) => ({ path: path === '' ? option : `${option}.${path}`, message }));
}

/**
 * A check whose message shows the wrong value. Do not use it for an option that may contain a secret.
 *
 * @param expected - The values that the option accepts, in words that can follow "must be".
 * @param accepts - Whether it accepts a value.
 */
/* @__NO_SIDE_EFFECTS__ */
export function must(expected: string, accepts: (value: unknown) => boolean): Check {
  return (value) => (accepts(value) ? undefined : `must be ${expected}; got ${shown(value)}`);
}

/** A wrong value as a message repeats it: the first 100 characters of a text, a figure, and the kind of anything else. */
export function shown(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > 100 ? `${value.slice(0, 100)}…` : value);
  return isObject(value) || typeof value === 'function' ? kindOf(value) : String(value);
}

/** The kind of a value, such as `a string` or `an instance of Promise`; never the value itself. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (!isObject(value)) return `a ${typeof value}`;
  try {
    const { name } = value.constructor as { readonly name: unknown };
    if (typeof name === 'string' && name !== '' && name !== 'Object') return `an instance of ${name}`;
  } catch {
    // It has no constructor, or is a proxy that throws.
  }
  return 'an object';
}
