import { relative } from 'node:path';
import ts from 'typescript';
import { root } from './source-paths.ts';

const config = ts.getParsedCommandLineOfConfigFile(
  `${root}tsconfig.json`,
  {},
  {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
    },
  },
);

/** The TypeScript program of the given files and of all that they import. */
export function createProgram(files: readonly string[]): ts.Program {
  return ts.createProgram(files, config?.options ?? {});
}

/** `packages/…/file.ts:12:3`, as editors and terminals make clickable. */
export function place(node: ts.Node): string {
  const file = node.getSourceFile();
  const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
  return `${relative(root, file.fileName)}:${line + 1}:${character + 1}`;
}

/** Prints what was found and leaves the exit code. */
export function conclude(findings: readonly string[], examined: string): void {
  for (const finding of findings) process.stdout.write(`${finding}\n`);
  process.stdout.write(`${examined}, ${findings.length} found wanting\n`);
  if (findings.length > 0) process.exitCode = 1;
}
