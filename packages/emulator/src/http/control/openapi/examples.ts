import { MEMBER_EXAMPLES } from './member-examples.ts';

/** As much of a JSON Schema as finding an example takes. */
interface Schema {
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  pattern?: string;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  examples?: readonly unknown[];
}

/**
 * Adds an example to each member of a schema, at every depth. An object has examples of its members instead. A member
 * without an example does not change; the tests of the document report it.
 *
 * @param context - The operation or the member that contains the schema. It distinguishes members of the same name.
 */
export function addExamples(schema: Schema, context: string): void {
  for (const one of alternatives(schema)) addExamples(one, context);
  if (schema.items !== undefined) addExamples(schema.items, context);
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    addExamples(member, isComposite(member) ? name : context);
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
