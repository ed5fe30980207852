import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  type Application,
  Converter,
  type DocumentationEntryPoint,
  type DocumentReflection,
  MinimalSourceFile,
  normalizePath,
  type ProjectReflection,
  type Reflection,
  ReflectionKind,
} from 'typedoc';
import ts from 'typescript';
import { coverageTable, indexClauses } from '../clause-index.ts';
import { packages } from '../packages.ts';
import { root } from '../source-paths.ts';

/** Folder of documents → what they are called together. */
const GROUPS: Readonly<Record<string, string>> = {
  'docs/guides/': 'Guides',
  'docs/behavior/': 'Behavior',
  'examples/': 'Examples',
  'decisions/': 'Decisions',
};

/** Reads all entry points of the public packages, by the names under which they are imported, and all documents. */
export function convertProject(app: Application): ProjectReflection {
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => {
    const path = document.project.files.getReflectionPath(document);
    if (path !== undefined) nameDocument(document, path);
  });
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => addReadmes(app, project));
  const publicEntries = new Map(
    packages.flatMap((one) => one.entries.map((entry) => [entry.specifier, entry.source])),
  );
  const program = ts.createProgram([...publicEntries.values()], app.options.getCompilerOptions(app.logger));
  const entries = [...publicEntries].map(([displayName, path]): DocumentationEntryPoint => {
    const sourceFile = program.getSourceFile(path);
    if (sourceFile === undefined) throw new Error(`${path} cannot be read`);
    return { displayName, program, sourceFile };
  });
  const project = app.converter.convert(entries);
  sortDocuments(project);
  return project;
}

/** A document is called what its heading says, and stands in the navigation with its like. */
function nameDocument(document: DocumentReflection, path: string): void {
  const [heading = ''] = readFileSync(path, 'utf8').split('\n', 1);
  if (!heading.startsWith('# ')) throw new Error(`${path} does not begin with a heading`);
  document.name = heading.slice(2).replaceAll('`', '');
  const [folder] = Object.keys(GROUPS).filter((name) => path.startsWith(`${root}${name}`));
  // A link to the folder is a link to what it says of itself.
  if (path.endsWith('/README.md'))
    document.project.files.registerReflectionPath(normalizePath(dirname(path)), document);
  // The page about all clauses ends with their tests.
  if (path === `${root}docs/behavior/README.md`)
    document.content.push({ kind: 'text', text: `\n\n${coverageTable(indexClauses(root).clauses)}` });
  document.frontmatter.group = GROUPS[folder ?? ''] ?? 'Project';
}

/** Guides are read in the order of typedoc.json, not in that of the alphabet. */
function sortDocuments(project: ProjectReflection): void {
  const byReading = (a: Reflection, b: Reflection) => a.id - b.id;
  for (const { title, children } of project.groups ?? []) if (title === 'Guides') children.sort(byReading);
}

/** The page of a package begins with its README, and links to that file lead there. Its heading is there already. */
function addReadmes(app: Application, project: ProjectReflection): void {
  const [first] = project.readme ?? [];
  if (first !== undefined) first.text = first.text.replace(/^# .*\n+/, '');
  for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
    const path = `${root}packages/${module.name.replace('@messaging-service/', '')}/README.md`;
    if (!module.isDeclaration() || !existsSync(path)) continue;
    const text = readFileSync(path, 'utf8').replace(/^# .*\n+/, '');
    const file = new MinimalSourceFile(text, normalizePath(path));
    // It begins as the README does.
    delete module.comment;
    module.readme = app.converter.parseRawComment(file, project.files).content;
    project.files.registerReflectionPath(normalizePath(path), module);
  }
}
