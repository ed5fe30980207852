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
