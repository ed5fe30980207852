/** `npm run openapi` writes docs/openapi.yaml anew, from the contract and what the emulator answers. */
import { writeFileSync } from 'node:fs';
import { documentFile, openapiDocument } from './document.ts';

writeFileSync(documentFile, await openapiDocument());
