import { gapComments } from './gaps.ts';
import { clientImport, constants, type Dialect, entry, errorOf, indented, statements } from './javascript.ts';
import { literal, quoted } from './literal.ts';
import { optionsOf } from './options-text.ts';
import { receiverInProcess } from './receiver.ts';
import type { Story } from './story.ts';

const dialect: Dialect = {
  isRemote: false,
  service: 'baseUrl, fetch',
  appUrl: undefined,
  check: ({ list, index, expected }) => {
    const actual = index === undefined ? `emulator.${list}()` : entry(list, index, dialect).slice(0, -1);
    return `equalIn(${actual}, ${literal(expected)});`;
  },
  refused: (call, failure) => `await assert.rejects(${call}, ${literal(errorOf(failure))});`,
  status: (call, { status }) =>
    status === null ? `await assert.rejects(${call});` : `assert.equal((await ${call}).status, ${status});`,
};

/** A story as a test for the test runner of Node, with an emulator in the process. */
export function nodeTestProgram(story: Story): string {
  const lines = statements(story, dialect);
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEmulator } from '@messaging-service/emulator';
${clientImport(story)}
${receiverInProcess(story)}${gapComments(story, '//')}test(${quoted(story.name)}, async (t) => {
  const emulator = createEmulator(${indented([optionsOf(story)], 2).trimStart()});
  t.after(() => emulator.close());
${indented([...constants(lines), ...lines], 2)}
});
${COMPARISON}`;
}

const COMPARISON = `
/** Compares the members that are expected. A list has as many entries as expected. */
function equalIn(actual: unknown, expected: unknown): void {
  const members = (value: any, like: any): unknown => {
    if (typeof value !== 'object' || value === null || typeof like !== 'object' || like === null) return value;
    if (Array.isArray(value)) return value.map((entry, index) => members(entry, like[index]));
    return Object.fromEntries(Object.keys(like).map((name) => [name, members(value[name], like[name])]));
  };
  assert.deepEqual(members(actual, expected), expected);
}
`;
