import { configSchema } from '@messaging-service/server/host';
import { derive } from '../openapi/json-schema.ts';

/** Converts the schemas that validate a configuration to JSON Schema, with which editors complete and check a file. */
export function configSchemaFiles(): ReadonlyMap<string, string> {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...derive(configSchema, { target: 'draft-7', statesFurtherMembers: true }),
    title: 'Configuration of messaging-emulator',
    description: 'Options of createEmulator() and, in "server", of the command.',
  };
  return new Map([['packages/emulator/config.schema.json', `${JSON.stringify(schema, null, 2)}\n`]]);
}
