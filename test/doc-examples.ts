import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** The result of compiling the examples. */
export interface Compiled {
  /** The number of examples. */
  readonly count: number;
  /** The errors of the compiler, each with its file. */
  readonly faults: readonly string[];
}

/**
 * Compiles the examples in the doc comments of a package, each as a separate file in the folder of the sources.
 *
 * @param packageFolder - The folder of the package, with a trailing slash.
 * @param given - Declarations of the names that examples use without declaring them.
 */
export function compileDocExamples(packageFolder: string, given = ''): Compiled {
  const config = ts.getParsedCommandLineOfConfigFile(
    `${packageFolder}../../tsconfig.json`,
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  );
  const examples = docExamples(packageFolder);
  const files = new Map([...examples, [`${packageFolder}src/given.example.ts`, given]]);
  const options = config?.options ?? {};
  const program = ts.createProgram([...files.keys()], options, hostWith(files, options));
  const found = [...files.keys()].flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  });
  const faults = found.map(
    ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
  );
  return { count: examples.size, faults };
}

/** The examples in the doc comments of a package, by the file that each of them would be. */
export function docExamples(packageFolder: string): ReadonlyMap<string, string> {
  const files = readdirSync(`${packageFolder}src`, { recursive: true, encoding: 'utf8' });
  return new Map(
    files
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => {
        const blocks = readFileSync(`${packageFolder}src/${file}`, 'utf8').matchAll(
          /^ *\* ```ts\n([^`]*?)^ *\* ```/gm,
        );
        return [...blocks].map(([, block = ''], index) => {
          const name = `${packageFolder}src/${file.replace(/\W/g, '-')}.example-${index}.ts`;
          return [name, block.replace(/^ *\* ?/gm, '')] as const;
        });
      }),
  );
}

/** The files on disk, and the examples. */
function hostWith(files: ReadonlyMap<string, string>, options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  const fileExists = host.fileExists.bind(host);
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.getSourceFile = (file, language, ...rest) => {
    const text = files.get(file);
    return text === undefined
      ? getSourceFile(file, language, ...rest)
      : ts.createSourceFile(file, text, language);
  };
  return host;
}
