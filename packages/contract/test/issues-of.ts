import { type Issue, type ValidationOptions, validate } from '@messaging-service/contract';
import type * as z from 'zod/mini';

/** The issues of an input, empty when it is valid. */
export function issuesOf<T>(schema: z.ZodMiniType<T>, input: unknown, options?: ValidationOptions): Issue[] {
  const checked = validate(schema, input, options);
  return checked.ok ? [] : checked.issues;
}

/** The parsed value of a valid input. */
export function parsed<T>(schema: z.ZodMiniType<T>, input: unknown, options?: ValidationOptions): T {
  const checked = validate(schema, input, options);
  if (!checked.ok) throw new Error(`not valid: ${JSON.stringify(checked.issues)}`);
  return checked.value;
}

/** Parses JSON as a server does, with an unknown result. */
export function json(text: string): unknown {
  return JSON.parse(text);
}

/** The sentences of the contract's primitives, which many fields share. */
export const SENTENCES = {
  typedNumber: 'must be digits only, such as 447700900123; use normalizePhoneNumber',
  number: 'must be a mobile number with its country code, 7 to 15 digits, such as 447700900123',
  sender: 'must be a sender ID: 1 to 64 characters, no control characters, no outer spaces',
  wellFormed: 'must be well-formed Unicode: it contains half of a surrogate pair',
  uuid: 'must be a UUID, such as 0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f',
  timestamp: 'must be an ISO 8601 timestamp that exists, with at least minutes, such as 2026-01-01T09:00Z',
  url: 'must be an absolute http or https URL of at most 8,192 characters, such as https://example.com/receipts',
  channel: 'must be one of "sms", "rcs"',
  unknown: 'is not a known field',
  required: 'is required',
} as const;

/** The sentence for a field that does not exist, with the one that was probably meant. */
export const meant = (name: string) => `${SENTENCES.unknown}; did you mean "${name}"?`;
