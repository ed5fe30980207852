/**
 * Keeps two rules of ARCHITECTURE.md: `domain/` is pure and synchronous, and only `apply.ts` writes to the state.
 */
import { existsSync, readdirSync } from 'node:fs';
import ts from 'typescript';
import { conclude, createProgram, place } from './program.ts';
import { root } from './source-paths.ts';

const sources = `${root}packages/emulator/src/`;
const domain = `${sources}domain/`;

/** Time, chance, waiting and the world outside: all of it is handed in as plain values. */
const impure = new Set(
  `Date Promise Temporal fetch setTimeout setInterval setImmediate clearTimeout clearInterval queueMicrotask
   performance crypto process Buffer console globalThis require`.split(/\s+/),
);
// Only a copy may change: these write to what they are called on.
const mutators = new Set(
  'set add delete clear push pop shift unshift splice sort reverse fill copyWithin'.split(' '),
);

const files = existsSync(sources)
  ? readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => sources + file.replaceAll('\\', '/'))
  : [];
const program = createProgram(files);
const checker = program.getTypeChecker();
const findings: string[] = [];
const report = (node: ts.Node, message: string) => findings.push(`${place(node)} ${message}`);

/** Whether the name stands for the global thing, not for a property, a type or a local of the same name. */
function isGlobalValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return false;
  if (ts.isTypeReferenceNode(parent) && node.text !== 'Date' && node.text !== 'Promise') return false;
  const symbol = ts.isShorthandPropertyAssignment(parent)
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : checker.getSymbolAtLocation(node);
  const declarations = symbol?.declarations ?? [];
  return declarations.every(
    (declaration) => !declaration.getSourceFile().fileName.startsWith(`${root}packages/`),
  );
}

/** `Math` only as `Math.something`, so that random cannot be had through an alias. */
function isHarmlessMath(parent: ts.Node): boolean {
  return ts.isPropertyAccessExpression(parent) && parent.name.text !== 'random';
}

function checkPurity(node: ts.Node): void {
  if (ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier)) {
    report(node, 'domain/ never waits: await');
  } else if (node.kind === ts.SyntaxKind.AsyncKeyword) {
    report(node, 'domain/ never waits: async');
  } else if (ts.isIdentifier(node) && node.text === 'Math' && !isHarmlessMath(node.parent)) {
    report(node, 'domain/ knows no chance: Math.random');
  } else if (ts.isIdentifier(node) && impure.has(node.text) && isGlobalValue(node)) {
    report(node, `domain/ is pure: ${node.text}`);
  }
  ts.forEachChild(node, checkPurity);
}

/** Whether the expression, or anything it is reached through, is of a type declared in domain/state/state.ts. */
function isState(expression: ts.Expression): boolean {
  const type = checker.getTypeAtLocation(expression);
  const names = [type, ...(type.isUnionOrIntersection() ? type.types : [])].flatMap(
    ({ symbol, aliasSymbol }) => [
      ...((symbol as ts.Symbol | undefined)?.declarations ?? []),
      ...(aliasSymbol?.declarations ?? []),
    ],
  );
  if (names.some((declaration) => declaration.getSourceFile().fileName === `${domain}state/state.ts`))
    return true;
  return isReachedThrough(expression) && isState(expression.expression);
}

function isReachedThrough(node: ts.Node) {
  return (
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isCallExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node)
  );
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function writtenBy(node: ts.Node): ts.Expression | undefined {
  if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) return node.left;
  if (ts.isDeleteExpression(node)) return node.expression;
  const { PlusPlusToken, MinusMinusToken } = ts.SyntaxKind;
  if (ts.isPostfixUnaryExpression(node)) return node.operand;
  if (
    ts.isPrefixUnaryExpression(node) &&
    [PlusPlusToken, MinusMinusToken].some((kind) => kind === node.operator)
  ) {
    return node.operand;
  }
  const callee = ts.isCallExpression(node) ? node.expression : undefined;
  return callee && ts.isPropertyAccessExpression(callee) && mutators.has(callee.name.text)
    ? callee
    : undefined;
}

function checkWrites(node: ts.Node): void {
  const target = writtenBy(node);
  if (
    target !== undefined &&
    (ts.isPropertyAccessExpression(target) || ts.isElementAccessExpression(target)) &&
    isState(target.expression)
  ) {
    report(node, 'only domain/state/apply.ts writes to the state');
  }
  ts.forEachChild(node, checkWrites);
}

for (const name of files) {
  const file = program.getSourceFile(name);
  if (file === undefined) continue;
  if (name.startsWith(domain)) checkPurity(file);
  if (name !== `${domain}state/apply.ts` && name !== `${domain}state/state.ts`) checkWrites(file);
}
conclude(findings, `${files.length} files`);
