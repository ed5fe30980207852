import type { JsonSchema } from './json-schema.ts';

/** A recorded value and the schema that describes it. */
export type Shown = readonly [schema: JsonSchema, value: unknown];

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

type Schemas = Readonly<Record<string, JsonSchema>>;

/**
 * Gives each member of the document's schemas an example: the first recorded value, or an entry of `MEMBER_EXAMPLES`.
 * A member that only refers to another schema needs none.
 *
 * @throws {Error} when a member has neither.
 */
export function addPropertyExamples(schemas: Schemas, shown: readonly Shown[]): void {
  for (const [schema, value] of shown) record(schemas, schema, value);
  for (const [name, schema] of Object.entries(schemas)) complete(name, schema);
}

/** Copies the values of a recorded body to the members that describe them. */
function record(schemas: Schemas, schema: JsonSchema, value: unknown): void {
  const described = resolve(schemas, schema);
  const alternatives = described.oneOf ?? described.anyOf;
  if (alternatives !== undefined) {
    const fitting = alternatives.find((one) => fits(resolve(schemas, one), value));
    if (fitting !== undefined) record(schemas, fitting, value);
  } else if (Array.isArray(value)) {
    for (const item of value as unknown[])
      if (described.items !== undefined) record(schemas, described.items, item);
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(described.properties ?? {})) {
      if (!(name in value)) continue;
      record(schemas, member, value[name]);
      if (member.$ref === undefined) member.examples ??= [value[name]];
    }
  }
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

function resolve(schemas: Schemas, schema: JsonSchema): JsonSchema {
  return schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
}

/** Whether a value can belong to an alternative: its members are known, and none is missing or has another constant. */
function fits(
  { type, properties = {}, required = [], additionalProperties }: JsonSchema,
  value: unknown,
): boolean {
  if (type === 'null') return value === null;
  if (!isObject(value)) return type !== 'object';
  const isClosed = additionalProperties === false;
  return (
    required.every((name) => name in value) &&
    Object.entries(value).every(([name, member]) => {
      const known = properties[name];
      return known === undefined ? !isClosed : known.const === undefined || known.const === member;
    })
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
