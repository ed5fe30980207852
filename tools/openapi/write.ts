/** `npm run generate -- openapi` writes docs/openapi.yaml and docs/control-api.yaml, from the schemas and the responses of the emulator. */
import { writeFileSync } from 'node:fs';
import { controlDocumentText, controlFile } from './control-document.ts';
import { documentFile, openapiDocument } from './document.ts';

writeFileSync(documentFile, await openapiDocument());
writeFileSync(controlFile, controlDocumentText());
