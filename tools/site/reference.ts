import { globSync, readFileSync } from 'node:fs';
import {
  Application,
  Context,
  Converter,
  type DeclarationReflection,
  type DocumentationEntryPoint,
  LogLevel,
  type ProjectReflection,
  ReflectionKind,
  RendererEvent,
  TSConfigReader,
  TypeDocReader,
} from 'typedoc';
import ts from 'typescript';
import { packages } from '../packages/packages.ts';
import { root } from '../source-paths.ts';
import { optionsWithoutExample } from './option-examples.ts';
import {
  listErrors,
  omitImplementations,
  omitRepeatedValues,
  shareExamples,
  turnFunctionsIntoMethods,
  turnGettersIntoProperties,
  withoutExample,
} from './reflections.ts';

/** One page of the reference: a module or a member of it. */
interface ReferencePage {
  readonly name: string;
  /** Path below the folder of the reference, with `.md`. */
  readonly path: string;
}

/** One entry point of a package, with the pages of its members by kind. */
export interface ReferenceModule extends ReferencePage {
  readonly groups: readonly { readonly title: string; readonly pages: readonly ReferencePage[] }[];
}

/**
 * Writes one Markdown page for each public entry point and for each of its members.
 *
 * The client comes first, because a type that several packages export belongs to the first of them; `contract`, which
 * few programs import, comes last and refers to the others.
 *
 * @returns The modules, and the warnings of TypeDoc, each of which is a problem.
 */
export async function writeReference(
  out: string,
): Promise<{ modules: ReferenceModule[]; problems: readonly string[] }> {
  const app = await Application.bootstrapWithPlugins(
    {
      options: `${root}tools/site/typedoc.json`,
      logLevel: LogLevel.Warn,
      outputs: [{ name: 'markdown', path: out }],
    },
    [new TypeDocReader(), new TSConfigReader()],
  );
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    turnFunctionsIntoMethods(project);
    turnGettersIntoProperties(project);
    listErrors(project);
  });
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    shareExamples(project);
    omitImplementations(project);
    omitRepeatedValues(project);
  });
  const project = convert(app);
  const paths = new Map<unknown, string>();
  app.renderer.on(RendererEvent.BEGIN, ({ pages }) => {
    for (const { model, url } of pages) paths.set(model, url);
  });
  app.validate(project);
  await app.generateOutputs(project);
  const found = app.logger.hasErrors() || app.logger.hasWarnings();
  const problems = [
    ...(found ? ['the reference has warnings'] : []),
    ...resourceProblems(out),
    ...unnamedParameters(out),
    ...bareNoInfer(out),
    ...[...withoutExample(project), ...optionsWithoutExample(project)].map(
      (name) => `the reference has no example of ${name}`,
    ),
  ];
  return { modules: modulesOf(project, paths), problems };
}

/** A parameter that a function takes apart has its name from its comment. */
function unnamedParameters(folder: string): string[] {
  return referenceFiles(folder)
    .filter((file) => readReference(folder, file).includes('__namedParameters'))
    .map((file) => `${file} has a parameter without a name: add @param to its comment`);
}

/** Without its argument, `NoInfer` does not name a type. */
function bareNoInfer(folder: string): string[] {
  return referenceFiles(folder)
    .filter((file) => /\bNoInfer\b(?!<|`?&lt;)/.test(readReference(folder, file)))
    .map((file) => `${file} shows NoInfer without its argument`);
}

/** The pages of the operations have methods, with their errors and examples. */
function resourceProblems(folder: string): string[] {
  return ['Messages', 'Batches', 'Accounts'].flatMap((name) => {
    const text = readReference(folder, `sdk/interfaces/${name}.md`);
    const missing = ['## Methods', '#### Throws', '#### Example'].filter(
      (heading) => !text.includes(`\n${heading}\n`),
    );
    return missing.map((heading) => `the page of ${name} has no heading "${heading}"`);
  });
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

function modulesOf(project: ProjectReflection, paths: ReadonlyMap<unknown, string>): ReferenceModule[] {
  const pageOf = (one: DeclarationReflection) => ({ name: one.name, path: paths.get(one) ?? '' });
  return (project.children ?? [])
    .filter((one) => one.kindOf(ReflectionKind.Module))
    .map((module) => ({
      ...pageOf(module),
      groups: (module.groups ?? [])
        .filter(({ title }) => title !== 'References')
        .map(({ title, children }) => ({
          title,
          pages: children.flatMap((child) => (child.isDeclaration() ? [pageOf(child)] : [])),
        })),
    }));
}

/** The pages that were written, below the folder of the reference. */
export function referenceFiles(folder: string): string[] {
  return globSync('**/*.md', { cwd: folder }).toSorted();
}

/** The text of a page of the reference. */
export function readReference(folder: string, path: string): string {
  return readFileSync(`${folder}/${path}`, 'utf8');
}
