import ts from 'typescript';
import { anchorOf } from '../../docs/site/.vitepress/anchors.ts';
import { publisherOf } from '../packages/packages.ts';
import { read } from './pages.ts';

/** The document with the declarations that examples of the reference use without repeating them. */
const SETUP_SOURCE = 'docs/site/pages/example-setup.md';

/** Declarations that come before the examples of some sources. */
export interface ExampleSetup {
  /** The name of the block in the document. */
  readonly name: string;
  /** The heading of the section that shows it. */
  readonly title: string;
  /** The declarations. */
  readonly code: string;
}

const text = read(SETUP_SOURCE);

const SETUPS: readonly ExampleSetup[] = [
  ...text.matchAll(/^## (.+)$([\s\S]*?)(?=^## |$(?![\s\S]))/gm),
].flatMap(([, title = '', section = '']) =>
  [...section.matchAll(/^```ts (\w+)\n([\s\S]*?)^```$/gm)].map(([, name = '', code = '']) => ({
    name,
    title,
    code,
  })),
);

/** The setup of the examples in a source file, if they have one. */
export function setupOf(source: string): ExampleSetup | undefined {
  const isRemote = /^packages\/remote\/src\/(client\/|playwright\/sms)/.test(source);
  return setupNamed(isRemote ? 'remote' : publisherOf(source));
}

const setupNamed = (name: string | undefined) => SETUPS.find((one) => one.name === name);

/** Says before each example of a page which names it uses, with a link to the page that declares them. */
export function withSetup(page: string, file: string): string {
  const isRemote = /^emulator\/(client|playwright)\//.test(file);
  const setup = setupNamed(isRemote ? 'remote' : file.split('/')[0]);
  if (setup === undefined) return page;
  return page.replace(
    /^(#+ Examples?\n+)(?=```ts\n([\s\S]*?)^```$)/gm,
    (_, heading: string, code: string) => {
      const names = namesUsed(code, setup).map((name) => `\`${name}\``);
      if (names.length === 0) return heading;
      return `${heading}With ${names.join(', ')} of the [setup](/reference/setup.md#${anchorOf(setup.title)}):\n\n`;
    },
  );
}

const MISSING = /^(?:Cannot find name|No value exists in scope for the shorthand property) '(\w+)'/;

/** The names of a setup that an example uses and does not declare, in the order of their declaration. */
export function namesUsed(code: string, setup: ExampleSetup): string[] {
  const missing = compile(code)
    .getSemanticDiagnostics()
    .map(({ messageText }) => MISSING.exec(ts.flattenDiagnosticMessageText(messageText, ''))?.[1]);
  const program = compile(setup.code);
  return program
    .getSourceFiles()
    .flatMap((source) => program.getTypeChecker().getSymbolsInScope(source, ts.SymbolFlags.Value))
    .toSorted((a, b) => position(a) - position(b))
    .flatMap(({ name }) => (missing.includes(name) ? [name] : []));
}

const position = ({ valueDeclaration }: ts.Symbol) => valueDeclaration?.pos ?? 0;

/** Compiles a program alone, so that it finds neither modules nor global names. */
function compile(code: string): ts.Program {
  const source = ts.createSourceFile('example.ts', code, ts.ScriptTarget.Latest);
  const options = { noLib: true, noResolve: true, target: ts.ScriptTarget.Latest };
  const host = { ...ts.createCompilerHost(options), getSourceFile: () => source };
  return ts.createProgram([source.fileName], options, host);
}
