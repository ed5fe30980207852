import ts from 'typescript';
import { root, sourcePaths } from '../source-paths.ts';

/** The contract's types and doc comments, which are the only source of the descriptions of fields. */
const entry = sourcePaths.get('@messaging-service/contract') as string;
const { config } = ts.readConfigFile(`${root}tsconfig.json`, (file) => ts.sys.readFile(file)) as {
  config: object;
};
const { options } = ts.parseJsonConfigFileContent({ ...config, files: [entry], include: [] }, ts.sys, root);
const program = ts.createProgram([entry], options);
const checker = program.getTypeChecker();
const exported = new Map(
  exportsOf(program.getSourceFile(entry) as ts.SourceFile).map((symbol) => [symbol.name, resolved(symbol)]),
);

function exportsOf(file: ts.SourceFile): ts.Symbol[] {
  return checker.getExportsOfModule(checker.getSymbolAtLocation(file) as ts.Symbol);
}

function resolved(symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The type of a value that the contract exports, such as `endpoints.messages.send`, by its path. */
export function valueSymbol(name: string, ...members: readonly string[]): ts.Symbol {
  let symbol = exported.get(name);
  for (const member of members) {
    symbol = symbol && checker.getPropertyOfType(checker.getTypeOfSymbol(symbol), member);
  }
  if (symbol === undefined) throw new Error(`The contract has no ${[name, ...members].join('.')}`);
  return symbol;
}

/** An exported type, by its name. */
export function typeNamed(name: string): ts.Type {
  return checker.getDeclaredTypeOfSymbol(valueSymbol(name));
}

/** The type that a schema declares: the `T` of `ZodMiniType<T>`. */
export function yieldOf(schema: ts.Symbol): ts.Type {
  const [type] = checker.getTypeArguments(checker.getTypeOfSymbol(schema) as ts.TypeReference);
  if (type === undefined) throw new Error(`${schema.name} is not declared as a ZodMiniType`);
  return type;
}

/** The name under which the contract exports a type, if it does. */
export function nameOf(type: ts.Type): string | undefined {
  const symbol = type.aliasSymbol ?? type.getSymbol();
  return symbol !== undefined && exported.has(symbol.name) ? symbol.name : undefined;
}

/** The type of a member, without the `undefined` and `null` it may be instead. */
export function memberType(type: ts.Type, name: string): ts.Type | undefined {
  const member = checker.getPropertyOfType(type, name);
  return member && checker.getNonNullableType(checker.getTypeOfSymbol(member));
}

/** The type of a list's items. */
export function itemType(type: ts.Type): ts.Type | undefined {
  return checker.getIndexTypeOfType(type, ts.IndexKind.Number);
}

/** The alternatives of a union; of any other type, the type itself. */
export function alternatives(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

/** The text of a member whose type is one string, such as `'custom'`. */
export function literalMember(type: ts.Type, name: string): string | undefined {
  const member = memberType(type, name);
  return member?.isStringLiteral() ? member.value : undefined;
}

/** The doc comment of a type. */
export function typeComment(type: ts.Type): string {
  const symbol = type.aliasSymbol ?? type.getSymbol();
  return symbol === undefined ? '' : comment(symbol);
}

/** The doc comment of a member. */
export function memberComment(type: ts.Type, name: string): string {
  const member = checker.getPropertyOfType(type, name);
  return member === undefined ? '' : comment(member);
}

/** Clauses of the behavior reference, which readers of the document do not have at hand. */
const CLAUSES = / See [A-Z]{3}-\d+(?:(?:, | and )[A-Z]{3}-\d+)*\.$/;

/** The doc comment of anything, with links between members as the members' names. */
export function comment(symbol: ts.Symbol): string {
  return ts
    .displayPartsToString(symbol.getDocumentationComment(checker))
    .replaceAll(/\{@link (?:\w+\.)*(\w+)\}/g, '`$1`')
    .replaceAll(/\s+/g, ' ')
    .replace(CLAUSES, '');
}
