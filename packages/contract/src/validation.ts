import * as z from 'zod/mini';
import { MAX_ISSUES, type ParseContext } from './parse-list.ts';
import { typeSentence } from './type-sentence.ts';

/** An invalid field. */
export interface Issue {
  /** The path: member names and list positions joined by dots, such as `messages.0.to`; empty for the whole value. */
  path: string;
  /** Description of the problem, in words that can follow the path. */
  message: string;
}

/** A valid value. */
export interface Valid<T> {
  /** The value is valid. */
  readonly ok: true;
  /** The parsed value. */
  readonly value: T;
}

/** An invalid value. */
export interface Invalid {
  /** The value is invalid. */
  readonly ok: false;
  /** Each invalid field; at most 100. */
  readonly issues: Issue[];
}

/** The result of a validation. */
export type Validation<T> = Valid<T> | Invalid;

/**
 * Options of {@link validate}.
 *
 * @example
 * ```ts
 * import { createAccountRequestSchema, validate } from '@messaging-service/contract';
 *
 * const body = { name: 'Reception', color: 'blue' };
 * validate(createAccountRequestSchema, body, { unknownFields: 'refuse', unknownValues: 'refuse' }).ok; // false
 * validate(createAccountRequestSchema, body, { unknownFields: 'ignore' }).ok; // true
 * ```
 */
export interface ValidationOptions {
  /**
   * `refuse` reports unknown fields, because a mistyped `sendAt` would send now. `ignore` drops them. Default:
   * `refuse`.
   */
  readonly unknownFields?: 'refuse' | 'ignore' | undefined;
  /** `ignore` accepts unknown channels, types of senders and short codes. Default: `refuse`. */
  readonly unknownValues?: 'refuse' | 'ignore' | undefined;
}

/**
 * Validates a value against a schema of the contract.
 *
 * @param schema - A schema of this package.
 * @param input - Any value; it is never changed.
 * @param options - How to treat unknown fields and values.
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
  if (result === undefined) return TOO_MANY_ISSUES;
  if (result.success) return { ok: true, value: result.data };
  const unknown = ignoresUnknown ? result.error.issues.filter(isUnrecognized) : [];
  if (unknown.length > 0) return validate(schema, withoutUnknown(input, unknown), options);
  // The list is cut twice, because one issue can name many unknown fields. The first cut avoids descriptions that are
  // dropped.
  const issues = result.error.issues.slice(0, MAX_ISSUES).flatMap(describe).slice(0, MAX_ISSUES);
  return { ok: false, issues };
}

/** The result if there are too many issues to collect. */
const TOO_MANY_ISSUES: Invalid = {
  ok: false,
  issues: [{ path: '', message: 'has too many issues to list' }],
};

/** Parses a value; undefined if there are too many issues. zod passes the issues of a list as arguments of one call, and more
 * than about 100,000 of them overflow the stack. */
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

/** The depth of the deepest object whose fields are known: `from` in a message in `messages` in a request. */
const DEEPEST_OBJECT = 4;

function withoutUnknown(input: unknown, issues: readonly z.core.$ZodIssueUnrecognizedKeys[]): unknown {
  const copy = copyLevels(input, DEEPEST_OBJECT);
  for (const { path, keys } of issues) {
    drop(at(copy, path), keys);
    // The issue is about a merged message, so the field may be in the defaults instead.
    if (path[0] === 'messages') drop(at(copy, ['defaults', ...path.slice(2)]), keys);
  }
  return copy;
}

/**
 * Copies without `structuredClone`, which throws on functions and deep nesting, and an unknown field may contain both.
 */
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
 * Returns the message of an issue whose schema does not have one. It is passed with each call, so that a language that the
 * application sets for zod has no effect.
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
      return 'must be a whole number from -(2^53 - 1) to 2^53 - 1';
    default:
      return 'is not valid';
  }
}

function quoted(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ');
}

function at(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}
