import {
  Application,
  Context,
  Converter,
  type DocumentationEntryPoint,
  LogLevel,
  type ProjectReflection,
  TSConfigReader,
  TypeDocReader,
} from 'typedoc';
import { type MarkdownApplication, MarkdownPageEvent } from 'typedoc-plugin-markdown';
import ts from 'typescript';
import { anchorOf } from '../../docs/site/.vitepress/anchors.ts';
import { indexClauses } from '../lint/clause-index.ts';
import { packages } from '../packages/packages.ts';
import { root } from '../source-paths.ts';
import { withSetup } from './example-names.ts';
import { ReferenceRouter } from './reference-router.ts';
import { listErrors, turnFunctionsIntoMethods } from './reflections.ts';

/** The folder of the reference, where VitePress finds its pages. */
export const REFERENCE: string = `${root}docs/site/reference`;

/**
 * Writes the reference as Markdown: one page for each entry point, function, class and interface. Types without members are
 * sections of their entry point.
 *
 * The client comes first, because a type that several packages export belongs to the first of them; `contract`, which
 * few programs import, comes last and refers to the others.
 *
 * @returns The problems.
 */
export async function writeReference(): Promise<string[]> {
  const app = (await Application.bootstrapWithPlugins(
    {
      options: `${root}tools/site/typedoc.json`,
      logLevel: LogLevel.Warn,
      outputs: [{ name: 'markdown', path: REFERENCE }],
    },
    [new TypeDocReader(), new TSConfigReader()],
  )) as MarkdownApplication;
  app.renderer.defineRouter('reference', ReferenceRouter);
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    turnFunctionsIntoMethods(project);
    listErrors(project);
  });
  app.renderer.on(MarkdownPageEvent.END, (page: MarkdownPageEvent) => {
    page.contents = asPage(page.contents, page.url);
  });
  const project = convert(app);
  app.validate(project);
  await app.generateOutputs(project);
  return app.logger.hasErrors() || app.logger.hasWarnings() ? ['the reference has warnings'] : [];
}

/** Pages that no file of the repository holds have no link to edit them, and no date. */
const FRONTMATTER =
  '---\neditLink: false\nlastUpdated: false\noutline: [2, 3]\npageClass: reference\n---\n\n';

function asPage(text: string, url: string): string {
  const plain = text
    .replace(/^# (.*?)(?:<|&lt;|\\<).*$/m, '# $1')
    .replace(
      /^(#+|\|) Type (Parameters?|Aliases|Declaration)(?=$| \|)/gm,
      (_, start: string, word: string) => `${start} Type ${word.toLowerCase()}`,
    )
    .replace(/^#+ (?:Inherited from|Overrides|Implementation of)\n\n.*\n\n?/gm, '')
    .replace(/^Re-exports (\[.*\]\(.*\))$/gm, 'See $1.')
    .replace(/\b[A-Z]{3}-\d+\b/g, linkToClause);
  return FRONTMATTER + withSetup(plain, url);
}

const { clauses } = indexClauses(root);

/** Comments cite the behavior by the ids of its clauses. In the reference, each links to its clause. */
function linkToClause(id: string): string {
  const clause = clauses.get(id);
  return clause === undefined ? id : `[${id}](/behavior/${clause.page}#${anchorOf(`${id} ${clause.title}`)})`;
}

/** TypeDoc keeps the argument of `NoInfer` only if the package of the compiler is called `typescript`. Here it has another name. */
function keepArgumentOfNoInfer(): void {
  // oxlint-disable-next-line typescript/unbound-method -- It is called with its context below.
  const { createSymbolReference } = Context.prototype;
  Context.prototype.createSymbolReference = function (...symbol) {
    const reference = createSymbolReference.apply(this, symbol);
    if (reference.name === 'NoInfer') reference.package = 'typescript';
    return reference;
  };
}

function convert(app: Application): ProjectReflection {
  keepArgumentOfNoInfer();
  const byImportance = packages.toSorted((a, b) => rank(a.name) - rank(b.name));
  const entries = byImportance.flatMap((one) => one.entries);
  const sources = entries.map(({ source }) => source);
  const program = ts.createProgram(sources, app.options.getCompilerOptions(app.logger));
  return app.converter.convert(
    entries.map(({ specifier, source }): DocumentationEntryPoint => {
      const sourceFile = program.getSourceFile(source);
      if (sourceFile === undefined) throw new Error(`${source} cannot be read`);
      return { displayName: specifier, program, sourceFile };
    }),
  );
}

const rank = (name: string) => ['sdk', 'webhooks', 'emulator', 'conformance', 'contract'].indexOf(name);
