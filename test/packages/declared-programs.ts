import { join } from 'node:path';
import ts from 'typescript';
import type { Entry } from '../../tools/packages/entries.ts';

/**
 * Programs of users who emit declarations (`declaration: true`). The compiler must be able to write down the type of
 * everything that they export without an annotation. It can name only types that the imported entry exports.
 *
 * A program uses every export of an entry: it calls each function, and reads and calls each member of each type. So a new
 * export or method is covered automatically. Types of members need no lines of their own, because they are exports too:
 * otherwise the line of their member does not compile.
 */
export function writeDeclaredProgram({ specifier, name }: Entry, packageFolder: string): string {
  const file = join(packageFolder, 'dist', `${name}.d.ts`);
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    strict: true,
    skipLibCheck: true,
    types: [],
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts'],
  };
  const program = ts.createProgram([file], options);
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile);
  if (module === undefined) throw new Error(`${file} exports nothing.`);
  const lines = checker.getExportsOfModule(module).flatMap((one) => linesOf(one, checker));
  return [`import type * as api from '${specifier}';`, ...lines, ''].join('\n');
}

function linesOf(symbol: ts.Symbol, checker: ts.TypeChecker): string[] {
  const { name } = symbol;
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return [
    ...(target.flags & ts.SymbolFlags.Value ? valueLines(name, target, checker) : []),
    ...(target.flags & (ts.SymbolFlags.Type & ~ts.SymbolFlags.TypeParameter)
      ? typeLines(name, target, checker)
      : []),
  ];
}

function valueLines(name: string, target: ts.Symbol, checker: ts.TypeChecker): string[] {
  const type = checker.getTypeOfSymbol(target);
  // Playwright's `expect` and `test` with more matchers and fixtures: their types are not ours to name.
  if (type.getCallSignatures().length > 0 && !isOwnCall(type)) return [];
  return [
    `declare const value_${name}: typeof api.${name};`,
    `export const alias_${name} = value_${name};`,
    ...(isOwnCall(type) ? callLines(name, `value_${name}`, `typeof api.${name}`, '') : []),
  ];
}

/** A function that the packages declare. */
function isOwnCall(type: ts.Type): boolean {
  return type
    .getCallSignatures()
    .some(({ declaration }) => declaration !== undefined && !isForeign(declaration));
}

function isForeign(declaration: ts.Node): boolean {
  return declaration.getSourceFile().fileName.includes('/node_modules/');
}

/** A function that passes its arguments on, and the value of its promise. */
function callLines(name: string, callee: string, type: string, first: string): string[] {
  const parameters = `(${first}...args: Parameters<${type}>)`;
  return [
    `export const call_${name} = ${parameters} => ${callee}(...args);`,
    `export const awaited_${name} = async ${parameters} => await ${callee}(...args);`,
    `export class Holder_${name} { readonly call = ${parameters} => ${callee}(...args); }`,
  ];
}

function typeLines(name: string, target: ts.Symbol, checker: ts.TypeChecker): string[] {
  const type = checker.getDeclaredTypeOfSymbol(target);
  const reference = `api.${name}${typeArguments(target)}`;
  const members = checker.getPropertiesOfType(type).filter(isOwnAndPublic);
  const names = members.map((member) => member.name);
  const holder = `declare const of_${name}: ${reference};`;
  const destructured = names.map((member, index) => `${JSON.stringify(member)}: d${index}_${name}`);
  return [
    holder,
    ...(names.length > 0 && !type.isUnion()
      ? [`export const { ${destructured.join(', ')} } = of_${name};`]
      : []),
    ...members.flatMap((member) => {
      const label = `${name}_${member.name.replace(/\W/g, '_')}`;
      const access = `[${JSON.stringify(member.name)}]`;
      const memberType = checker.getNonNullableType(checker.getTypeOfSymbol(member));
      const required = `NonNullable<${reference}${access}>`;
      return [
        `export const get_${label} = (value: ${reference}) => value${access};`,
        ...(isOwnCall(memberType)
          ? callLines(label, `(value${access} as ${required})`, required, `value: ${reference}, `)
          : []),
      ];
    }),
    ...narrowings(type, checker).map(
      ([member, literal], index) =>
        `export const narrow${index}_${name} = (value: ${reference}) => value[${JSON.stringify(member)}] === ${literal} ? value : undefined;`,
    ),
  ];
}

/** Type arguments for parameters without a default. */
function typeArguments(target: ts.Symbol): string {
  const declaration = target.declarations?.find(
    (one) => ts.isInterfaceDeclaration(one) || ts.isClassDeclaration(one) || ts.isTypeAliasDeclaration(one),
  );
  const required = (declaration?.typeParameters ?? []).filter(({ default: value }) => value === undefined);
  return required.length === 0 ? '' : `<${required.map(() => 'any').join(', ')}>`;
}

/** Declared by the packages, not private, and not named by a symbol. Arrays and texts have members of the language. */
function isOwnAndPublic({ name, declarations = [] }: ts.Symbol): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return (
    !/^__|#/.test(name) &&
    declarations.length > 0 &&
    declarations.every((one) => !(ts.getCombinedModifierFlags(one) & hidden) && !isForeign(one))
  );
}

/** The literals that tell the types of a union apart, with the member that has them. */
function narrowings(type: ts.Type, checker: ts.TypeChecker): [member: string, literal: string][] {
  if (!type.isUnion() || type.types.some((one) => !(one.flags & ts.TypeFlags.Object))) return [];
  return checker.getPropertiesOfType(type).flatMap((member) => {
    const found = checker.getTypeOfSymbol(member);
    return (found.isUnion() ? found.types : [])
      .filter((one) => one.isStringLiteral() || one.flags & ts.TypeFlags.BooleanLiteral)
      .map((one): [string, string] => [member.name, checker.typeToString(one)]);
  });
}
