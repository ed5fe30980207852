import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { namesUsed, setupOf } from '../../tools/site/example-names.ts';
import { root } from '../../tools/source-paths.ts';

/** An example in a doc comment. */
export interface DocExample {
  /** The file and its line, such as `packages/sdk/src/client.ts:27`. */
  readonly place: string;
  /** The path of the source file from the root of the repository. */
  readonly source: string;
  /** The function, class or member that it belongs to. */
  readonly subject: string;
  readonly code: string;
}

/** All examples in the doc comments of the published packages. */
export const docExamples: readonly DocExample[] = globSync(
  'packages/{sdk,webhooks,emulator,server,remote,follow-clock,conformance,contract}/src/**/*.ts',
  {
    cwd: root,
  },
)
  .toSorted()
  .flatMap((source) => {
    const text = readFileSync(root + source, 'utf8');
    return [...text.matchAll(/^ *\* ```ts\n([\s\S]*?)^ *\* ```$/gm)].map(
      ({ 0: block, 1: code = '', index }) => ({
        place: `${source}:${text.slice(0, index).split('\n').length}`,
        source,
        subject: subjectAfter(text.slice(index + block.length)),
        code: code.replace(/^ *\* ?/gm, ''),
      }),
    );
  });

/** Whether only a test runner can run an example, because it declares tests. */
export function isOfRunner({ code }: DocExample): boolean {
  return /^test[.(]|[cC]reateEmulatorTest\(/m.test(code);
}

/** Whether only the test runner of Playwright can run an example. */
export function isOfPlaywright({ code }: DocExample): boolean {
  return code.includes("'@messaging-service/emulator/playwright'");
}

/** The name of the declaration that a comment is about. */
function subjectAfter(text: string): string {
  const declaration = text.slice(text.indexOf('*/') + 2).trimStart();
  const words =
    /^(?:(?:export|declare|async|abstract|readonly|get|function|class|interface|const|type) )*(\w+)/;
  return words.exec(declaration)?.[1] ?? '';
}

/**
 * Saves an example with the setup it needs, in a folder of its own, so that each runs with modules of its own.
 *
 * @param folder - The folder, with a trailing slash.
 * @param example - The example.
 * @param change - Changes the program and the setup, for example an address.
 * @returns The file to run.
 */
export function saveExample(
  folder: string,
  { source, code }: DocExample,
  change: (code: string) => string = (text) => text,
): string {
  mkdirSync(folder, { recursive: true });
  const setup = setupOf(source);
  const names =
    setup === undefined ? [] : namesUsed(code, { ...setup, code: setup.code + fixtureOf(source, folder) });
  if (setup !== undefined && names.length > 0)
    writeFileSync(
      `${folder}setup.ts`,
      change(setup.code + fixtureOf(source, folder)).replace(/^(?=(?:const|async function) )/gm, 'export '),
    );
  const imports = names.length === 0 ? '' : `import { ${names.join(', ')} } from './setup.ts';\n`;
  writeFileSync(`${folder}example.ts`, imports + change(code));
  return `${folder}example.ts`;
}

/** The fixture `sms` of Playwright, which the setup only describes, because users do not create it. */
function fixtureOf(source: string, folder: string): string {
  if (!source.endsWith('/sms.ts')) return '';
  const file = relative(folder, `${root}packages/remote/src/playwright/sms.ts`);
  return `import { Sms } from '${file}';\nconst sms = new Sms(emulator, await emulator.mark());\n`;
}
