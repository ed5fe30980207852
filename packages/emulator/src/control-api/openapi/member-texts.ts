import { DURATION, INSTANT, INSTANT_FORMAT } from './formats.ts';
import { MEMBER_DESCRIPTIONS } from './member-descriptions.ts';
import { MEMBER_EXAMPLES } from './member-examples.ts';

/** The part of a JSON Schema that is needed to find an example. */
interface Schema {
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  pattern?: string;
  description?: string;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  examples?: readonly unknown[];
}

/** Descriptions of types, which describe the form of a value and not its meaning. */
const FORMATS: ReadonlySet<string> = new Set([INSTANT_FORMAT, DURATION.description, INSTANT.description]);

/**
 * Adds an example to each member of a schema, at every depth, and a description if it has none. An object has examples of its
 * members instead. A member without an example or a description does not change; the tests of the document report it.
 *
 * @param context - The operation or the member that contains the schema. It distinguishes members of the same name.
 * @param io - Whether callers send or receive it.
 */
export function describeMembers(schema: Schema, context: string, io: 'input' | 'output'): void {
  for (const one of alternatives(schema)) describeMembers(one, context, io);
  if (schema.items !== undefined) describeMembers(schema.items, context, io);
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    describeMembers(member, isComposite(member) ? name : context, io);
    const meaning = MEMBER_DESCRIPTIONS[`${context}.${name}`] ?? MEMBER_DESCRIPTIONS[name];
    // Only what callers send has defaults.
    const description = io === 'input' ? meaning : meaning?.replace(/ Default: .*$/, '');
    if (description !== undefined && member.description === undefined) member.description = description;
    else if (description !== undefined && FORMATS.has(member.description ?? ''))
      member.description = `${description} ${member.description}`;
    const example = member.properties === undefined ? exampleOf(member, context, name) : undefined;
    if (example !== undefined) member.examples = [example];
  }
}

/** The members of a member belong to it, and not to the operation. */
function isComposite(schema: Schema): boolean {
  return [schema, schema.items, ...alternatives(schema)].some((one) => one?.properties !== undefined);
}

function exampleOf(schema: Schema, context: string, name: string): unknown {
  const named = [...(MEMBER_EXAMPLES[`${context}.${name}`] ?? []), ...(MEMBER_EXAMPLES[name] ?? [])];
  return named.find((value) => fits(schema, value)) ?? derived(schema);
}

/** The example that follows from a schema and the examples of its members. */
function derived(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.type === 'boolean') return true;
  if (schema.items !== undefined) {
    const item = derived(schema.items);
    return item === undefined ? [] : [item];
  }
  if (schema.properties !== undefined) {
    const members = Object.entries(schema.properties).map(
      ([member, one]) => [member, one.examples?.[0] ?? derived(one)] as const,
    );
    return Object.fromEntries(members.filter(([, value]) => value !== undefined));
  }
  return alternatives(schema)
    .map(derived)
    .find((value) => value !== undefined);
}

function alternatives({ anyOf = [], oneOf = [] }: Schema): readonly Schema[] {
  return [...anyOf, ...oneOf];
}

/** Whether a value has a type, and for text a form, that the schema allows. */
function fits(schema: Schema, value: unknown): boolean {
  const options = alternatives(schema);
  if (options.length > 0) return options.some((one) => fits(one, value));
  if (schema.const !== undefined) return schema.const === value;
  if (schema.enum !== undefined) return schema.enum.includes(value);
  const types = [schema.type ?? []].flat();
  if (types.length > 0 && !typesOf(value).some((type) => types.includes(type))) return false;
  return (
    typeof value !== 'string' || schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(value)
  );
}

function typesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'number'] : ['number'];
  return [typeof value];
}
