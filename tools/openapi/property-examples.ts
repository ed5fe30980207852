import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from './json-schema.ts';

const UUID = '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f';
const INSTANT = '2026-01-02T09:00Z';

/** Examples for members and parameters that no recorded call has. */
export const MEMBER_EXAMPLES: Readonly<Record<string, unknown>> = {
  accountUuid: UUID,
  allow_negative: true,
  allowMulti: false,
  at: INSTANT,
  batchUuid: UUID,
  callback: 'https://example.com/receipts',
  channel: 'rcs',
  channels: ['rcs', 'sms'],
  details: true,
  dryRun: true,
  fallback_channels: ['sms'],
  id: UUID,
  isDryrun: true,
  negative_limit: 100,
  schedule_reset_to_zero: false,
  send_at: INSTANT,
  to: '447700900123',
  uuid: UUID,
};

const ajv = new Ajv2020({ strict: false, validateFormats: false });

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Copies the values of a recorded body to the members that describe them. The first value of a member counts. */
export function recordExamples(schemas: Schemas, schema: JsonSchema, value: unknown): void {
  const described = resolve(schemas, schema);
  const alternatives = described.oneOf ?? described.anyOf;
  if (alternatives !== undefined) {
    const fitting = alternatives.find((one) => ajv.validate({ ...one, components: { schemas } }, value));
    if (fitting !== undefined) recordExamples(schemas, fitting, value);
  } else if (Array.isArray(value)) {
    for (const item of value as unknown[])
      if (described.items !== undefined) recordExamples(schemas, described.items, item);
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(described.properties ?? {})) {
      if (!(name in value)) continue;
      recordExamples(schemas, member, value[name]);
      if (member.$ref === undefined) member.examples ??= [value[name]];
    }
  }
}

/**
 * Gives each member of schemas that no recorded body has the example of its name in `MEMBER_EXAMPLES`. A member that only
 * refers to another schema needs none.
 *
 * @throws {Error} when a member has neither.
 */
export function completeExamples(schemas: Schemas): void {
  for (const [name, schema] of Object.entries(schemas)) complete(name, schema);
}

function complete(name: string, { properties = {}, oneOf = [] }: JsonSchema): void {
  for (const one of oneOf) complete(name, one);
  for (const [member, schema] of Object.entries(properties)) {
    complete(`${name}.${member}`, schema);
    if (schema.$ref !== undefined || schema.examples !== undefined || schema.properties !== undefined)
      continue;
    const example = MEMBER_EXAMPLES[member];
    if (example === undefined)
      throw new Error(`${name}.${member} has no example: add it to MEMBER_EXAMPLES.`);
    schema.examples = [example];
  }
}

/** A schema, or the one that it refers to. */
export function resolve(schemas: Schemas, schema: JsonSchema): JsonSchema {
  return schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
