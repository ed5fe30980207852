import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const packageFolder = fileURLToPath(new URL('../', import.meta.url));
const config = ts.getParsedCommandLineOfConfigFile(
  `${packageFolder}../../tsconfig.json`,
  {},
  {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: () => undefined,
  },
);

/** The examples in doc comments, each as a file of its own beside the sources. */
const examples = new Map(
  readdirSync(`${packageFolder}src`, { recursive: true, encoding: 'utf8' })
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

test('every example in a doc comment compiles', { timeout: 60_000 }, () => {
  const options = config?.options ?? {};
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  const fileExists = host.fileExists.bind(host);
  host.fileExists = (file) => examples.has(file) || fileExists(file);
  host.getSourceFile = (file, language, ...rest) => {
    const example = examples.get(file);
    return example === undefined
      ? getSourceFile(file, language, ...rest)
      : ts.createSourceFile(file, example, language);
  };
  const program = ts.createProgram([...examples.keys()], options, host);
  const found = [...examples.keys()].flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  });
  const faults = found.map(
    ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
  );
  expect(examples.size).toBeGreaterThan(7);
  expect(faults).toEqual([]);
});
