import ts from 'typescript';
import { anchorOf } from '../../docs/site/.vitepress/anchors.ts';
import { read } from './pages.ts';

/** The document with the declarations that examples of the reference use without repeating them. */
export const SETUP_SOURCE = 'docs/site/example-setup.md';

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
  const [, name] = /^packages\/(\w+)\//.exec(source) ?? [];
  const isRemote = /^packages\/emulator\/src\/(client|test-runners\/sms)/.test(source);
  return SETUPS.find((one) => one.name === (isRemote ? 'remote' : name));
}

/** Says before each example of a page which names it uses, with a link to the page that declares them. */
export function withSetup(page: string, file: string): string {
  const isRemote = /^emulator\/(client|playwright)\//.test(file);
  const setup = SETUPS.find(({ name }) => name === (isRemote ? 'remote' : file.split('/')[0]));
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

/** The names of a setup that an example uses and does not declare, in the order of their declaration. */
export function namesUsed(code: string, setup: ExampleSetup): string[] {
  const { declared, used } = namesIn(code);
  return [...namesIn(setup.code, true).declared].filter((name) => used.has(name) && !declared.has(name));
}

/** The identifiers of a program: those that it declares, and those that it uses. */
function namesIn(code: string, isTopLevelOnly = false): { declared: Set<string>; used: Set<string> } {
  const source = ts.createSourceFile('example.ts', code, ts.ScriptTarget.Latest, true);
  const declared = new Set<string>();
  const used = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (isDeclaration(node) && node.name !== undefined && ts.isIdentifier(node.name))
      declared.add(node.name.text);
    else if (ts.isIdentifier(node) && isReference(node)) used.add(node.text);
    if (isTopLevelOnly && (ts.isFunctionLike(node) || ts.isImportDeclaration(node))) return;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { declared, used };
}

function isDeclaration(node: ts.Node): node is ts.NamedDeclaration {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isBindingElement(node) ||
    ts.isParameter(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isImportSpecifier(node) ||
    ts.isImportClause(node) ||
    ts.isNamespaceImport(node)
  );
}

/** Whether an identifier is a value, and not the name of a member. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isBindingElement(parent)) return parent.initializer === node;
  return !isDeclaration(parent) || (parent as { readonly initializer?: ts.Node }).initializer === node;
}
