import { parse } from 'yaml';
import { siteAddress } from './addresses.ts';
import { linkClauses } from './links.ts';
import { read } from './pages.ts';

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
}

interface OpenApi {
  readonly tags: readonly {
    readonly name: string;
    readonly description?: string;
    readonly 'x-displayName': string;
  }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** An OpenAPI document of the repository, with the pages that show it. */
export interface ApiDocument {
  readonly source: string;
  readonly title: string;
  readonly page: string;
  readonly explorer: string;
  readonly introduction: string;
  /** The server of the examples, if it is not the one of the document. */
  readonly server?: string;
}

/** Both OpenAPI documents. */
export const apiDocuments: readonly ApiDocument[] = [
  {
    source: 'docs/openapi.yaml',
    title: 'HTTP API of the service',
    page: 'api/index.md',
    explorer: 'api/explorer.md',
    introduction:
      'The operations of the messaging service as plain HTTP. Use them from any language, or generate a client from the document. [Behavior](/behavior/index.md) describes what each operation does.',
  },
  {
    source: 'docs/control-api.yaml',
    title: 'Control API of the emulator',
    page: 'api/control.md',
    explorer: 'api/control-explorer.md',
    server: 'http://127.0.0.1:4010/_emulator',
    introduction:
      "The calls below `/_emulator` of the emulator's server. Tests in any language use them to move the clock, read messages, reply from a handset and inject faults. No call needs a key. [Testing end to end](/guides/end-to-end.md) shows how to use them.",
  },
];

/** VitePress puts the path of the site in front of links to pages, but not of links to files. */
const base = siteAddress?.pathname ?? '/';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The overview of a document: its operations by topic, and a link to the explorer. */
export function overviewPage({ source, title, explorer, introduction }: ApiDocument): string {
  const { tags, paths } = parse(read(source)) as OpenApi;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => ({ method, path, ...item[method] })),
  );
  const sections = tags.map(({ name, description = '', 'x-displayName': heading }) => {
    const rows = operations
      .filter((one) => one.tags?.[0] === name)
      .map(
        ({ method, path, summary, operationId }) =>
          `| \`${method.toUpperCase()} ${path}\` | ${summary ?? ''}${methodOfClient(operationId)} |\n`,
      );
    if (rows.length === 0) return '';
    return `## ${heading}\n\n${description}\n\n| operation | purpose |\n|---|---|\n${rows.join('')}\n`;
  });
  const file = source.replace('docs/', '');
  const links = `[Open the explorer](/${explorer}) · [Download ${file}](${base}${file}){download}`;
  return linkClauses(`# ${title}\n\n${introduction}\n\n${links}\n\n${sections.join('')}`);
}

/** The method of the client for an operation, such as `messages.send`. */
function methodOfClient(operation = ''): string {
  const [, resource = '', method = ''] = /^(messages|batches|accounts)\.(\w+)$/.exec(operation) ?? [];
  if (resource === '') return '';
  const page = resource.charAt(0).toUpperCase() + resource.slice(1);
  return `: [\`${operation}\`](/reference/sdk/interfaces/${page}.md#${method.toLowerCase()})`;
}

/** The page with every detail of a document: parameters, bodies, responses, examples in many languages. */
export function explorerPage({ source, server }: ApiDocument): string {
  const at = server === undefined ? '' : ` server="${server}"`;
  return `<OpenApi document="/${source.replace('docs/', '')}"${at} />\n`;
}
