import { root } from '../source-paths.ts';
import { controlDocument } from './control-document.ts';
import { toYaml } from './document.ts';
import { publicDocument } from './public-document.ts';

/** The document of the public API. */
export const publicFile = `${root}docs/openapi.yaml`;

/** The document of the control API. */
export const controlFile = `${root}docs/control-api.yaml`;

/** The same document, which a server returns at `/_emulator/openapi.json`. */
const servedFile = `${root}packages/emulator/control-api.json`;

/** The texts of the generated documents, by file. They are the same at each run. */
export async function openApiFiles(): Promise<ReadonlyMap<string, string>> {
  const { document, book } = await publicDocument();
  const control = controlDocument(book);
  return new Map([
    [publicFile, toYaml(document)],
    [controlFile, toYaml(control)],
    [servedFile, `${JSON.stringify(control)}\n`],
  ]);
}
