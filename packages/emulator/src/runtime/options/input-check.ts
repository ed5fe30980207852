import {
  type Check,
  type Checks,
  type Issue,
  isObject,
  listOf,
  objectProblem,
  optionReader,
  suggestionFor,
  validate,
} from '@messaging-service/contract';
import type * as z from 'zod/mini';

/** Reads options in code. An error names the option that was probably meant, or else all of them. */
export const readInput = optionReader((name, names) => suggestionFor(name, names) || listOf(name, names));

/**
 * Reads options from code, where a wrong value is the programmer's mistake.
 *
 * @param sentence - The beginning of the error's message, such as `The options of listen() are not valid`.
 * @param given - The options, which may be an instance of a class.
 * @param checks - A check for each option.
 * @param required - The options that cannot be absent.
 * @returns The options as an object literal, without those that are undefined.
 * @throws {TypeError} An option is unknown or invalid. The message lists the issues.
 */
export function requireOptions<Options extends object>(
  sentence: string,
  given: unknown,
  checks: Checks<Options>,
  ...required: (keyof Options)[]
): Options {
  const read = readInput(given, checks, required);
  return read.ok ? read.value : refuse(sentence, read.issues);
}

/**
 * Reads options whose values a schema or a rule checks later. A misspelled filter would match everything.
 *
 * @param sentence - The beginning of the error's message.
 * @param names - The names of all options.
 * @throws {TypeError} An option is unknown.
 */
export function requireNames<Options extends object>(
  sentence: string,
  given: Options,
  names: readonly string[],
): Options {
  return requireOptions<Options>(sentence, given, checksOf(names) as Checks<Options>);
}

/** Accepts any value: a schema or a rule checks it later. */
export const anything: Check = () => undefined;

/** Checks of options whose values a schema or a rule checks later. */
export function checksOf(names: readonly string[]): Readonly<Record<string, Check>> {
  return Object.fromEntries(names.map((name) => [name, anything]));
}

/**
 * Checks a value from code, where a wrong value is the programmer's mistake.
 *
 * @param sentence - The beginning of the error's message, such as `The fault is not valid`.
 * @throws {TypeError} The value is invalid. The message lists the issues.
 */
export function checkInput<T>(sentence: string, schema: z.ZodMiniType<T>, value: unknown): T {
  requirePlain(sentence, value);
  const checked = parse(sentence, schema, value);
  return checked.ok ? checked.value : refuse(sentence, checked.issues);
}

function parse<T>(
  sentence: string,
  schema: z.ZodMiniType<T>,
  value: unknown,
): ReturnType<typeof validate<T>> {
  try {
    return validate(schema, value);
  } catch (cause) {
    // A getter or a proxy threw.
    return refuse(sentence, [{ path: '', message: 'cannot be read' }], cause);
  }
}

/**
 * Refuses a promise that was not awaited, a map or a list: it has no members, so it would count as an object that leaves all of them
 * out.
 *
 * @param sentence - The beginning of the error's message.
 * @throws {TypeError}
 */
export function requirePlain(sentence: string, value: unknown): void {
  const message = isObject(value) ? objectProblem(value, []) : undefined;
  if (message !== undefined) refuse(sentence, [{ path: '', message }]);
}

function refuse(sentence: string, issues: readonly Issue[], cause?: unknown): never {
  const problems = issues.map(({ path, message }) => `  ${path || 'it'} ${message}`);
  throw new TypeError(`${sentence}:\n${problems.join('\n')}`, { cause });
}
