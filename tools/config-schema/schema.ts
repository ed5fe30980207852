import { join } from 'node:path';
import * as z from 'zod/mini';
import { describeConfig } from '../../packages/emulator/src/config/config-check.ts';
import { durationSchema, instantSchema } from '../../packages/emulator/src/runtime/options/options-check.ts';

/** The file with the JSON Schema of configurations. */
export const configSchemaFile = join(import.meta.dirname, '../../packages/emulator/config.schema.json');

/** JSON Schemas of values that zod checks with a function. */
const CUSTOM = new Map<unknown, object>([
  [
    durationSchema,
    {
      description: 'A duration: milliseconds, or text such as "250ms", "30s", "10m", "2h", "1d".',
      anyOf: [
        { type: 'number', minimum: 0 },
        { type: 'string', pattern: '^\\d+(\\.\\d+)?(ms|s|m|h|d)$' },
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

/** Converts the schemas that validate a configuration to JSON Schema. Functions are left out. */
export function configSchema(): string {
  const schema = z.toJSONSchema(describeConfig(), {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, CUSTOM.get(zodSchema));
      dropFunctions(zodSchema, jsonSchema);
    },
  });
  const text = {
    ...schema,
    title: 'Configuration of messaging-emulator',
    description: 'Options of createEmulator() and, in "server", of the command.',
  };
  return `${JSON.stringify(text, null, 2)}\n`;
}

function dropFunctions(zodSchema: z.core.$ZodType, jsonSchema: z.core.JSONSchema.BaseSchema): void {
  const { shape } = zodSchema._zod.def as Partial<z.core.$ZodObjectDef>;
  for (const [name, member] of Object.entries(shape ?? {})) {
    const { innerType } = member._zod.def as Partial<z.core.$ZodOptionalDef>;
    const isCustom = innerType?._zod.def.type === 'custom' && !CUSTOM.has(innerType);
    if (isCustom && jsonSchema.properties !== undefined) Reflect.deleteProperty(jsonSchema.properties, name);
  }
}
