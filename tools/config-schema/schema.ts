import { join } from 'node:path';
import { describeConfig } from '../../packages/emulator/src/config/config-check.ts';
import { derive } from '../openapi/json-schema.ts';

/** The file with the JSON Schema of configurations. */
export const configSchemaFile = join(import.meta.dirname, '../../packages/emulator/config.schema.json');

/** Converts the schemas that validate a configuration to JSON Schema, which editors show and check. */
export function configSchema(): string {
  const text = {
    ...derive(describeConfig(), { target: 'draft-7', statesFurtherMembers: true }),
    title: 'Configuration of messaging-emulator',
    description: 'Options of createEmulator() and, in "server", of the command.',
  };
  return `${JSON.stringify(text, null, 2)}\n`;
}
