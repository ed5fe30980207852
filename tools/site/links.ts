import { statSync } from 'node:fs';
import { posix } from 'node:path';
import { anchorOf } from '../../docs/site/.vitepress/anchors.ts';
import { indexClauses } from '../lint/clause-index.ts';
import { root } from '../source-paths.ts';
import { changeLinks, changeProse } from './markdown.ts';
import { decisions, documents } from './pages.ts';

const pageOf: ReadonlyMap<string, string> = new Map([
  ...documents.map(({ source, path }) => [source, path] as const),
  ...decisions.map((name) => [`decisions/${name}.md`, `decisions.md#${name}`] as const),
  ['decisions/README.md', 'decisions.md'],
  ['docs/openapi.yaml', 'api/index.md'],
  ['docs/control-api.yaml', 'api/control.md'],
]);

const { clauses } = indexClauses(root);

/** The links of the pages: from the repository's files to the pages of the site. */
export class Links {
  /** The files without a page that pages link to; each gets a page that shows it. */
  readonly shown = new Set<string>();
  /** The pictures that pages show. */
  readonly pictures = new Set<string>();

  /** Rewrites the links of a document of the repository, and links clauses to their pages. */
  rewrite(text: string, source: string): string {
    const here = pageOf.get(source);
    return linkClauses(
      changeLinks(text, (target) => this.#translate(target, source)),
      here,
    );
  }

  #translate(target: string, source: string): string {
    if (/^(?:[a-z]+:|#|\/)/i.test(target)) return target;
    const [path = '', anchor] = target.split('#', 2);
    const file = posix.join(posix.dirname(source), path).replace(/\/$/, '');
    if (/\.(png|svg)$/.test(file)) {
      this.pictures.add(file);
      return `/${posix.basename(file)}`;
    }
    const page = pageOf.get(file) ?? pageOf.get(`${file}/README.md`);
    if (page !== undefined) return `/${anchor === undefined ? page : `${page.split('#', 1)[0]}#${anchor}`}`;
    if (statSync(root + file, { throwIfNoEntry: false })?.isFile() !== true) return target;
    this.shown.add(file);
    return `/${pageOfFile(file)}`;
  }
}

/** The page that shows a file. In the name of a page, brackets are parameters and `.html` is an ending. */
export function pageOfFile(file: string): string {
  return `source/${file.replace(/[[\]]/g, '_').replace(/\.html$/, '_html')}.md`;
}

/** Makes each id of a clause, such as MSG-3, a link to it, except in headings and in links. */
export function linkClauses(text: string, here?: string): string {
  return changeProse(text, (prose) =>
    prose.replace(/^#.*$|\[[^\]]*\]\([^)]*\)|<[^>]+>|\b[A-Z]{3}-\d+\b/gm, (found) => {
      const clause = clauses.get(found);
      if (clause === undefined) return found;
      const page = `behavior/${clause.page}`;
      return `[${found}](${page === here ? '' : `/${page}`}#${anchorOf(`${found} ${clause.title}`)})`;
    }),
  );
}
