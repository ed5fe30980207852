import * as z from 'zod/mini';
import { MAX_ISSUES, type ParseContext } from './list.ts';

/** One field that is wrong. */
export interface Issue {
  /** Where: member names and list positions joined by dots, such as `messages.0.to`; empty for the value as a whole. */
  path: string;
  /** What is wrong with it, in words that can follow the path. */
  message: string;
}

/** A value that passed. */
export interface Valid<T> {
  /** It passed. */
  readonly ok: true;
  /** The value as the schema yields it. */
  readonly value: T;
}

/** A value that did not pass. */
export interface Invalid {
  /** It did not pass. */
  readonly ok: false;
  /** Each field that is wrong; at most 100. */
  readonly issues: Issue[];
}

/** What validation found. */
export type Validation<T> = Valid<T> | Invalid;

/** How strictly to validate. */
export interface ValidationOptions {
  /** `refuse` (the default): a mistyped `sendAt` would otherwise send now. `ignore` drops unknown fields instead. */
  readonly unknownFields?: 'refuse' | 'ignore' | undefined;
  /** `refuse` (the default), or `ignore`: lets channels, types of senders and short codes through that are not known. */
  readonly unknownValues?: 'refuse' | 'ignore' | undefined;
}

/**
 * Validates a value against a schema of the contract.
 *
 * @param schema - A schema of this package.
 * @param input - Any value; it is never changed.
 * @param options - How to treat unknown fields.
 * @returns The parsed value, or at most 100 issues with a sentence each.
 *
 * @example
 * ```ts
 * import { createAccountRequestSchema, validate } from '@messaging-service/contract';
 *
 * const checked = validate(createAccountRequestSchema, { name: '' });
 * if (!checked.ok) console.log(checked.issues); // [{ path: 'name', message: 'must be a name of 1 to 200 characters' }]
 * ```
 */
export function validate<T>(
  schema: z.ZodMiniType<T>,
  input: unknown,
  options: ValidationOptions = {},
): Validation<T> {
  const ignoresUnknown = options.unknownFields === 'ignore';
  const result = parse(schema, input, {
    error: sentence,
    ignoresUnknown,
    allowsNewValues: options.unknownValues === 'ignore',
  });
  if (result === undefined) return TOO_MANY_FAULTS;
  if (result.success) return { ok: true, value: result.data };
  const unknown = ignoresUnknown ? result.error.issues.filter(isUnrecognized) : [];
  if (unknown.length > 0) return validate(schema, withoutUnknown(input, unknown), options);
  // Cut twice: the first spares describing what nobody reads, but one issue can name many unknown fields.
  const issues = result.error.issues.slice(0, MAX_ISSUES).flatMap(describe).slice(0, MAX_ISSUES);
  return { ok: false, issues };
}

/** The answer when there were so many that they cannot even be gathered. */
const TOO_MANY_FAULTS: Invalid = {
  ok: false,
  issues: [{ path: '', message: 'has too many faults to name' }],
};

/** zod hands the issues of a list on as arguments of one call, and more than some 100,000 of them overflow the stack. */
function parse<T>(
  schema: z.ZodMiniType<T>,
  input: unknown,
  context: z.core.ParseContext<ZodIssue> & Pick<ParseContext, 'ignoresUnknown' | 'allowsNewValues'>,
): z.core.util.SafeParseResult<T> | undefined {
  try {
    return z.safeParse(schema, input, context);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

type ZodIssue = z.core.$ZodIssue;

function isUnrecognized(issue: ZodIssue): issue is z.core.$ZodIssueUnrecognizedKeys {
  return issue.code === 'unrecognized_keys';
}

/** The deepest member that has fields of its own to tell apart: `from` in a message in `messages` in a request. */
const DEEPEST_OBJECT = 4;

function withoutUnknown(input: unknown, issues: readonly z.core.$ZodIssueUnrecognizedKeys[]): unknown {
  const copy = copyLevels(input, DEEPEST_OBJECT);
  for (const { path, keys } of issues) {
    drop(at(copy, path), keys);
    // A merged message is at fault: the field may stand in the defaults instead.
    if (path[0] === 'messages') drop(at(copy, ['defaults', ...path.slice(2)]), keys);
  }
  return copy;
}

/** Not `structuredClone`: it throws on functions and on hostile nesting, both of which may sit in an unknown field. */
function copyLevels(value: unknown, levels: number): unknown {
  if (levels === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => copyLevels(item, levels - 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, copyLevels(member, levels - 1)]),
  );
}

function drop(holder: unknown, keys: readonly string[]): void {
  if (typeof holder !== 'object' || holder === null) return;
  for (const key of keys) Reflect.deleteProperty(holder, key);
}

function describe(issue: ZodIssue): Issue[] {
  const path = issue.path.map(String);
  return isUnrecognized(issue)
    ? issue.keys
        .slice(0, MAX_ISSUES)
        .map((key) => ({ path: [...path, key].join('.'), message: 'is not a known field' }))
    : [{ path: path.join('.'), message: issue.message }];
}

/**
 * Words for an issue whose schema has none of its own. Given to zod with each call, so that no language the
 * application sets for zod as a whole shows through.
 */
function sentence(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeSentence(issue.expected, issue.input);
    case 'invalid_value':
      return `must be one of ${quoted(issue.values)}`;
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options)
        ? `must be one of ${quoted(issue.options)}`
        : 'is not valid';
    case 'too_big':
    case 'too_small':
      return 'must be a whole number no further from zero than 2^53 - 1';
    default:
      return 'is not valid';
  }
}

function typeSentence(expected: string, value: unknown): string {
  if (value === undefined) return 'is required';
  if (expected === 'int') return 'must be a whole number';
  if (expected === 'number' && typeof value === 'number') return 'must be a finite number';
  return `must be ${article(expected)}, not ${kindOf(value)}`;
}

function quoted(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ');
}

function article(type: string): string {
  if (type === 'record' || type === 'object') return 'an object';
  return `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return article(typeof value);
}

function at(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}
