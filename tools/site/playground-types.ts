import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import ts from 'typescript';
import { run } from '../run.ts';
import { root, sourcePaths } from '../source-paths.ts';

/** The declarations that the editor of the playground works with. */
export interface PlaygroundTypes {
  /** Path in the editor → text. */
  readonly files: Readonly<Record<string, string>>;
  /** Name of a package → the path of its declarations, as `paths` of a tsconfig. */
  readonly paths: Readonly<Record<string, string[]>>;
}

/** The packages that programs of the playground can import. */
const PACKAGES = ['sdk', 'emulator', 'webhooks'].map((name) => `@messaging-service/${name}`);

/** The declarations of the language, and of the worker in which programs run. */
const LIBRARIES = ['lib.es2024.d.ts', 'lib.webworker.d.ts'];

const FOLDER = `${root}node_modules/.cache/playground-types/`;

/** Collects the declarations of the packages, with their comments, and those of the language. */
export async function playgroundTypes(): Promise<PlaygroundTypes> {
  await emitDeclarations();
  const files: Record<string, string> = {};
  const paths: Record<string, string[]> = {};
  const addPackage = (name: string): void => {
    const source = sourcePaths.get(name);
    if (source === undefined || name in paths) return;
    const file = declarationOf(`/${source.slice(root.length)}`);
    paths[name] = [file];
    addFile(file);
  };
  const addFile = (file: string): void => {
    if (file in files || !existsSync(FOLDER + file)) return;
    const text = readFileSync(FOLDER + file, 'utf8');
    files[file] = text;
    for (const { fileName } of ts.preProcessFile(text).importedFiles)
      if (fileName.startsWith('.')) addFile(declarationOf(posix.join(posix.dirname(file), fileName)));
      else addPackage(fileName);
  };
  const addLibrary = (name: string): void => {
    if (`/${name}` in files) return;
    const text = readFileSync(join(libraries(), name), 'utf8');
    files[`/${name}`] = text;
    for (const { fileName } of ts.preProcessFile(text).libReferenceDirectives)
      addLibrary(`lib.${fileName}.d.ts`);
  };
  for (const name of PACKAGES) addPackage(name);
  for (const name of LIBRARIES) addLibrary(name);
  return { files, paths };
}

const declarationOf = (source: string) => source.replace(/\.(d\.ts|ts|js)$/, '.d.ts');

const libraries = () => dirname(ts.getDefaultLibFilePath({}));

async function emitDeclarations(): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const project = `${FOLDER}tsconfig.json`;
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: root,
    outDir: FOLDER,
    typeRoots: [`${root}node_modules/@types`],
  };
  const files = PACKAGES.map((name) => sourcePaths.get(name));
  writeFileSync(
    project,
    JSON.stringify({ extends: `${root}tsconfig.json`, compilerOptions, include: [], files }),
  );
  const { ok, output } = await run(['tsc', '--project', project]);
  if (!ok) throw new Error(`The declarations of the packages cannot be written:\n${output}`);
}
