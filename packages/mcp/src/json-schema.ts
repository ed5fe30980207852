/** A JSON Schema, as far as the tools build and read it. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly pattern?: string;
  readonly [keyword: string]: unknown;
}

/** Members of an object by their names. */
export type Members = Readonly<Record<string, JsonSchema>>;

/** The schema of an object with exactly these members. */
export function exactly(properties: Members, required: readonly string[] = []): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

/**
 * The schema of a list of objects with some of their members. A list of a row has more than an agent needs.
 *
 * @param names - The members, separated by spaces.
 */
export function listWith(list: JsonSchema | undefined, names: string): JsonSchema {
  return { type: 'array', ...describedAs(list), items: objectWith(list?.items, names) };
}

/** The schema of an object with some of its members, separated by spaces. */
export function objectWith(object: JsonSchema | undefined, names: string): JsonSchema {
  const chosen = pick(object?.properties, names);
  const required = object?.required?.filter((name) => name in chosen);
  return { ...exactly(chosen, required), ...describedAs(object) };
}

function describedAs(schema: JsonSchema | undefined): JsonSchema {
  return schema?.description === undefined ? {} : { description: schema.description };
}

/**
 * Some members of a schema.
 *
 * @throws {Error} when the schema does not have the member.
 */
export function pick(members: Members = {}, names: string): Members {
  return Object.fromEntries(
    names.split(' ').map((name) => {
      const member = members[name];
      if (member === undefined) throw new Error(`The control API has no member ${name}.`);
      return [name, member];
    }),
  );
}

/**
 * The same members with other descriptions: an agent calls tools, so its texts name tools where those of the control API name paths.
 *
 * @throws {Error} when the schema does not have the member.
 */
export function explained(members: Members, texts: Readonly<Record<string, string>>): Members {
  const changed = Object.entries(texts).map(([name, description]): [string, JsonSchema] => [
    name,
    { ...pick(members, name)[name], description },
  ]);
  return { ...members, ...Object.fromEntries(changed) };
}

/** The same schema without references: tools are read one by one, without the document. */
export function inlined(schema: unknown, components: Members): unknown {
  if (Array.isArray(schema)) return schema.map((one) => inlined(one, components));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, ...rest } = schema as JsonSchema;
  const name = $ref?.split('/').at(-1);
  const whole = name === undefined ? rest : { ...components[name], ...rest };
  return Object.fromEntries(
    Object.entries(whole).map(([keyword, value]) => [keyword, inlined(value, components)]),
  );
}

/** Keywords that explain the form of a value to people. The control API checks them itself. */
const FORMS: ReadonlySet<string> = new Set(['examples', 'pattern', 'format', 'propertyNames']);

/** An example that is longer says no more than the schema, in characters. */
const LONGEST_EXAMPLE = 100;

/**
 * The same schema in fewer words: an agent reads the schemas of all tools at the beginning.
 *
 * @param depth - How many levels of members keep their examples and patterns.
 */
export function shortened(schema: JsonSchema, depth: number): JsonSchema {
  const kept = Object.entries(schema).filter(
    ([keyword, value]) =>
      (depth > 0 || !FORMS.has(keyword)) &&
      (keyword !== 'examples' || JSON.stringify(value).length <= LONGEST_EXAMPLE),
  );
  return Object.fromEntries(
    kept.map(([keyword, value]) => {
      if (keyword === 'examples') return [keyword, value];
      // The members of an object are a level of their own.
      if (keyword === 'properties') return [keyword, shortMembers(value as Members, depth - 1)];
      return [keyword, shortParts(value, depth)];
    }),
  );
}

function shortMembers(members: Members, depth: number): Members {
  return Object.fromEntries(Object.entries(members).map(([name, one]) => [name, shortened(one, depth)]));
}

function shortParts(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return value.map((one) => shortParts(one, depth));
  return typeof value === 'object' && value !== null ? shortened(value as JsonSchema, depth) : value;
}
