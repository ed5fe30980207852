/** `npm run generate -- config-schema` writes packages/emulator/config.schema.json from the schemas that validate configurations. */
import { writeFileSync } from 'node:fs';
import { configSchema, configSchemaFile } from './schema.ts';

writeFileSync(configSchemaFile, configSchema());
