import { stringify } from 'yaml';
import manifest from '../../packages/emulator/package.json' with { type: 'json' };
import { ROUTES } from '../../packages/emulator/src/control-api/control.ts';
import { controlDocument } from '../../packages/emulator/src/control-api/openapi/document.ts';
import { root } from '../source-paths.ts';

/** The path of the document of the control API. */
export const controlFile = `${root}docs/control-api.yaml`;

/** The document that a server has at `/_emulator/openapi.json`, as text. It is the same at each run. */
export function controlDocumentText(): string {
  return stringify(controlDocument(ROUTES, manifest.version), {
    aliasDuplicateObjects: false,
    lineWidth: 120,
    compat: 'yaml-1.1',
  });
}
