/** `npm run config-schema` writes packages/emulator/config.schema.json anew, from the schemas that validate. */
import { writeFileSync } from 'node:fs';
import { configSchema, configSchemaFile } from './schema.ts';

writeFileSync(configSchemaFile, configSchema());
