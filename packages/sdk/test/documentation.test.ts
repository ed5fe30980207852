import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const packageFolder = fileURLToPath(new URL('../', import.meta.url));

const sources = readdirSync(`${packageFolder}src`, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => {
    const text = readFileSync(`${packageFolder}src/${file}`, 'utf8');
    return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  });

/** Everything that users of a client call: its methods, and the functions that create it. */
const callable = sources.flatMap((source) =>
  source.statements.flatMap((statement): { readonly name: string; readonly node: ts.Node }[] => {
    if (
      ts.isInterfaceDeclaration(statement) &&
      /^(Messages|Batches|Accounts|\w*Client)$/.test(statement.name.text)
    )
      return statement.members.filter(ts.isPropertySignature).flatMap((member) => {
        // The members of a client that are resources have documented methods of their own.
        const isResource = /^(messages|batches|accounts)$/.test(member.name.getText());
        return isResource ? [] : [{ name: `${statement.name.text}.${member.name.getText()}`, node: member }];
      });
    const isCreator =
      ts.isFunctionDeclaration(statement) &&
      /^(createMessagingClient|optionsFromEnvironment|create\w*Transport|normalizePhoneNumber)$/.test(
        statement.name?.text ?? '',
      );
    const isImplementation =
      isCreator && statement.body !== undefined && ts.getJSDocCommentsAndTags(statement).length === 0;
    return isCreator && !isImplementation ? [{ name: statement.name?.text ?? '', node: statement }] : [];
  }),
);

const tagsOf = (node: ts.Node) => ts.getJSDocTags(node).map((tag) => tag.tagName.text);

function summaryOf(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return ts.getTextOfJSDocComment(comment?.comment) ?? '';
}

describe('the editor shows what a method does, what it throws and how to call it', () => {
  test('the methods of all clients are found', () => {
    expect(callable.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'Messages.sendOne',
        'Batches.receipts',
        'Accounts.topUp',
        'CommonClient.request',
      ]),
    );
  });

  test.for(callable)('$name', ({ name, node }) => {
    const summary = summaryOf(node);
    expect(summary).toMatch(/^[A-Z]\w*s /);
    // A comment that refers to another one for its details needs no example.
    if (summary.includes('{@link') || summary.includes('see ')) return;
    expect(tagsOf(node)).toContain('example');
    const throwsNothing = ['fetchTransport', 'createKyTransport'].includes(name);
    expect(tagsOf(node).includes('throws')).toBe(!throwsNothing);
  });
});

test('the editor shows readable types for a call without defaults', { timeout: 60_000 }, () => {
  const file = `${packageFolder}src/hover.example.ts`;
  const text = `import type { AccountClient } from '@messaging-service/sdk';
    export const send = (client: AccountClient) => client.messages.send({ messages: [] });`;
  const config = ts.getParsedCommandLineOfConfigFile(
    `${packageFolder}../../tsconfig.json`,
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  );
  const options = config?.options ?? {};
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
      : getSourceFile(name, ...rest);
  const program = ts.createProgram([file], options, host);
  const checker = program.getTypeChecker();
  let shown = '';
  const visit = (node: ts.Node): void => {
    const signature = ts.isCallExpression(node) ? checker.getResolvedSignature(node) : undefined;
    if (signature !== undefined) shown = checker.signatureToString(signature);
    ts.forEachChild(node, visit);
  };
  const source = program.getSourceFile(file);
  if (source !== undefined) visit(source);
  expect(shown).toContain('request: SendMessagesRequest<');
  expect(shown).not.toContain('Record<never');
});
