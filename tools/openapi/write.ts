/**
 * `npm run generate -- openapi` writes the OpenAPI documents of both APIs, from their endpoint tables, the schemas and the
 * responses of the emulator.
 */
import { writeFileSync } from 'node:fs';
import { openApiFiles } from './documents.ts';

for (const [file, text] of await openApiFiles()) writeFileSync(file, text);
