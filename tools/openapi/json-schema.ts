import * as contract from '@messaging-service/contract';
import { durationSchema, instantSchema } from '@messaging-service/emulator/host';
import * as z from 'zod/mini';

/** A JSON Schema, as far as the document uses it. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  [keyword: string]: unknown;
}

const UUID = '^[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$';

/** Schemas of values. zod cannot derive rules that are code, such as that a text is not empty. */
const PRIMITIVES = new Map<z.core.$ZodType, JsonSchema>([
  // The derived pattern has no flag, so it would refuse the upper case that the service accepts.
  [contract.uuidSchema, { type: 'string', format: 'uuid', pattern: UUID }],
  [contract.messageTextSchema, { type: 'string', minLength: 1 }],
  [contract.timestampSchema, { type: 'string', pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}` }],
  [contract.webhookUrlSchema, { type: 'string', format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?:' }],
  [contract.unsettableWebhookUrlSchema, { type: 'string', pattern: '^([Hh][Tt][Tt][Pp][Ss]?:.*)?$' }],
  [
    contract.channelsSchema,
    {
      type: 'array',
      items: { type: 'string', enum: [...contract.CHANNELS] },
      minItems: 1,
      uniqueItems: true,
    },
  ],
  // `1` and `0` are read as well.
  [contract.flagSchema, { type: 'boolean' }],
  [
    durationSchema,
    {
      description: 'A duration: milliseconds, or text such as "250ms", "30s", "10m", "2h", "1d".',
      anyOf: [
        { type: 'number', minimum: 0 },
        { type: 'string', pattern: String.raw`^\d+(\.\d+)?(ms|s|m|h|d)$` },
      ],
    },
  ],
  [
    instantSchema,
    {
      description: 'An instant: ISO 8601 text such as "2026-01-01T09:00Z", or milliseconds since the epoch.',
      type: ['string', 'number'],
    },
  ],
]);

/** The bound that zod adds to integers, which JSON does not have. */
const SAFE = Number.MAX_SAFE_INTEGER;

/** How a schema becomes JSON Schema. */
interface Derivation {
  readonly target?: 'draft-2020-12' | 'draft-7';
  /** Whether callers send or receive the value. */
  readonly io?: 'input' | 'output';
  /** Whether an object that allows further members says so. A schema without the keyword allows them as well. */
  readonly statesFurtherMembers?: boolean;
  /** The schema that stands for another one, such as a reference. */
  readonly replacement?: (schema: z.core.$ZodType) => JsonSchema | undefined;
}

/**
 * The values that a zod schema accepts, as JSON Schema, with the descriptions and examples of its metadata. Members that are
 * functions are left out, because only code can set them.
 */
export function derive(
  schema: z.core.$ZodType,
  {
    target = 'draft-2020-12',
    io = 'input',
    statesFurtherMembers = false,
    replacement = () => undefined,
  }: Derivation = {},
): JsonSchema {
  const { $schema: _, ...derived } = z.toJSONSchema(schema, {
    target,
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: made }) => {
      const jsonSchema = made as JsonSchema;
      const known = primitiveOf(zodSchema) ?? replacement(zodSchema);
      if (known !== undefined) replace(jsonSchema, known);
      else if (zodSchema._zod.def.type === 'undefined') replace(jsonSchema, { not: {} });
      else simplify(zodSchema, jsonSchema, statesFurtherMembers);
      describe(zodSchema, jsonSchema);
    },
  });
  return derived as JsonSchema;
}

/** The schema of a value, or of one that has further rules or a description. */
function primitiveOf(schema: z.core.$ZodType | undefined): JsonSchema | undefined {
  if (schema === undefined) return undefined;
  return PRIMITIVES.get(schema) ?? primitiveOf(schema._zod.parent);
}

/** The schema of a value that may be missing or null, before it is transformed. */
function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  const { innerType } = schema._zod.def as Partial<z.core.$ZodOptionalDef>;
  const { in: written } = schema._zod.def as Partial<z.core.$ZodPipeDef>;
  const inner = innerType ?? written;
  return inner === undefined ? schema : innermost(inner);
}

/** Sets the description, which says what a value means and how it is written, and the examples. */
function describe(zodSchema: z.core.$ZodType, jsonSchema: JsonSchema): void {
  // zod leaves out the examples of a value that is transformed. These show what callers send.
  const { description, examples } = z.globalRegistry.get(zodSchema) ?? {};
  const { description: form } = primitiveOf(innermost(zodSchema)) ?? {};
  if (description !== undefined) jsonSchema.description = [description, form].filter(Boolean).join(' ');
  if (examples !== undefined) jsonSchema.examples = examples;
}

function replace(target: object, schema: JsonSchema): void {
  for (const key of Object.keys(target)) Reflect.deleteProperty(target, key);
  Object.assign(target, schema);
}

function simplify(zodSchema: z.core.$ZodType, schema: JsonSchema, statesFurtherMembers: boolean): void {
  if (schema.minimum === -SAFE) delete schema.minimum;
  if (schema.maximum === SAFE) delete schema.maximum;
  if (!statesFurtherMembers && typeof schema.additionalProperties === 'object')
    delete schema.additionalProperties;
  const { shape = {} } = zodSchema._zod.def as Partial<z.core.$ZodObjectDef>;
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    // A strict object already refuses members that it does not list.
    const isExcluded = schema.additionalProperties === false && 'not' in member;
    if (isExcluded || isFunction(shape[name])) delete schema.properties?.[name];
  }
}

function isFunction(schema: z.core.$ZodType | undefined): boolean {
  if (schema === undefined) return false;
  const inner = innermost(schema);
  return inner._zod.def.type === 'custom' && primitiveOf(inner) === undefined;
}
