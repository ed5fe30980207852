/**
 * Every export of every public entry has a doc comment, and so has every member of an exported interface, object type
 * or class.
 */
import { existsSync } from 'node:fs';
import ts from 'typescript';
import { conclude, createProgram, place } from './program.ts';
import { root, sourcePaths } from './source-paths.ts';

const entries = [...sourcePaths].filter(([, file]) => existsSync(file));
const program = createProgram(entries.map(([, file]) => file));
const checker = program.getTypeChecker();
const findings = new Set<string>();
const seen = new Set<ts.Symbol>();

const isOurs = (node: ts.Node) => {
  const { fileName } = node.getSourceFile();
  return fileName.startsWith(`${root}packages/`) && !fileName.includes('/node_modules/');
};

/** Things of other packages, such as a re-exported type of MSW, are theirs to document. */
function check(symbol: ts.Symbol, path: string): void {
  const declaration = symbol.declarations?.find(isOurs);
  if (declaration === undefined || seen.has(symbol)) return;
  seen.add(symbol);
  if (symbol.getDocumentationComment(checker).length === 0) {
    findings.add(`${place(declaration)} ${path} has no doc comment`);
  }
  for (const part of symbol.declarations ?? []) checkMembers(part, path);
}

function checkMembers(node: ts.Node, path: string): void {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node)) {
    for (const member of node.members) checkMember(member, path);
  } else if (ts.isClassDeclaration(node)) {
    for (const member of node.members) if (isPublic(member)) checkMember(member, path);
  } else if (ts.isTypeAliasDeclaration(node)) {
    checkMembers(node.type, path);
  } else if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) {
    for (const part of node.types) checkMembers(part, path);
  } else if (ts.isParenthesizedTypeNode(node) || ts.isArrayTypeNode(node)) {
    ts.forEachChild(node, (part) => checkMembers(part, path));
  } else if (ts.isPropertySignature(node) && node.type !== undefined) {
    checkMembers(node.type, path);
  } else if (ts.isModuleDeclaration(node)) {
    checkExports(checker.getSymbolAtLocation(node.name), path);
  }
}

function checkMember(member: ts.TypeElement | ts.ClassElement, path: string): void {
  if (member.name === undefined) return;
  const symbol = checker.getSymbolAtLocation(member.name);
  if (symbol !== undefined) check(symbol, `${path}.${member.name.getText()}`);
}

function isPublic(member: ts.ClassElement): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Override;
  const isHidden = (ts.getCombinedModifierFlags(member) & hidden) !== 0;
  return !isHidden && !(member.name !== undefined && ts.isPrivateIdentifier(member.name));
}

function checkExports(module: ts.Symbol | undefined, path: string): number {
  if (module === undefined) return 0;
  const exported = checker.getExportsOfModule(module);
  for (const symbol of exported) {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const name = `${path}.${symbol.name}`;
    // `export * as name`: the doc comment is the module's business, its exports are not.
    if (
      target.flags & ts.SymbolFlags.ValueModule &&
      target.valueDeclaration?.kind === ts.SyntaxKind.SourceFile
    ) {
      if (!seen.has(target)) {
        seen.add(target);
        checkExports(target, name);
      }
    } else check(target, name);
  }
  return exported.length;
}

let count = 0;
for (const [name, path] of entries) {
  const file = program.getSourceFile(path);
  count += checkExports(file && checker.getSymbolAtLocation(file), name);
}
conclude([...findings], `${count} exports of ${entries.length} entries`);
