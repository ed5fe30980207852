import * as z from 'zod/mini';
import { suggestionFor } from './nearest-name.ts';
import { MAX_ISSUES, type ValidationOptions } from './schema.ts';

/** An invalid field. */
export interface Issue {
  /** The path: member names and list positions joined by dots, such as `messages.0.to`; empty for the whole value. */
  path: string;
  /** What is wrong, in words that follow the path: `must be a UUID`. */
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
  const result = z.safeParse(schema, input, { ...options, error: sentence });
  if (result.success) return { ok: true, value: result.data };
  // The list is cut twice, because one issue can name many unknown fields. The first cut avoids descriptions that are
  // dropped.
  const issues = result.error.issues.slice(0, MAX_ISSUES).flatMap(describe).slice(0, MAX_ISSUES);
  return { ok: false, issues };
}

function describe({ path, message, ...issue }: z.core.$ZodIssue): Issue[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: path.join('.'), message }];
  const sentences = message.split('\n');
  return sentences.map((text, at) => ({ path: [...path, issue.keys[at]].join('.'), message: text }));
}

/**
 * Returns the message of an issue whose schema does not have one. It is passed with each call, so that a language that the
 * application sets for zod has no effect.
 */
function sentence(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      // A line for each field, because one issue can name many of them.
      return issue.keys
        .slice(0, MAX_ISSUES)
        .map((key) => unknownField(key, issue.inst))
        .join('\n');
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

/** Says that a field does not exist, and which one was probably meant. */
function unknownField(name: string, schema: z.core.$ZodRawIssue['inst']): string {
  const { shape = {} } = ((schema as z.core.$ZodObject | undefined)?._zod.def ??
    {}) as Partial<z.core.$ZodObjectDef>;
  return `is not a known field${suggestionFor(name, Object.keys(shape))}`;
}

function quoted(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ');
}

/** Says that a value has another type than the expected one, in words that can follow its path. */
function typeSentence(expected: string, value: unknown): string {
  if (value === undefined) return 'is required';
  if (expected === 'int') return 'must be a whole number';
  if (expected === 'number' && typeof value === 'number') return 'must be a finite number';
  return `must be ${article(expected)}, not ${kindOf(value)}`;
}

function article(type: string): string {
  return `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : article(typeof value);
}
