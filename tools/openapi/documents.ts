import { controlDocument } from './control-document.ts';
import { toYaml } from './document.ts';
import { publicDocument } from './public-document.ts';

/**
 * The OpenAPI documents of both APIs, from their endpoint tables, the schemas, and the responses of an emulator. A server
 * returns the last of them at `/_emulator/openapi.json`.
 */
export async function openApiFiles(): Promise<ReadonlyMap<string, string>> {
  const { document, book } = await publicDocument();
  const control = controlDocument(book);
  return new Map([
    ['docs/openapi.yaml', toYaml(document)],
    ['docs/control-api.yaml', toYaml(control)],
    ['packages/server/control-api.json', `${JSON.stringify(control)}\n`],
  ]);
}
