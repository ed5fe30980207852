import { gapComments } from './gaps.ts';
import { clientImport, constants, type Dialect, entry, errorOf, indented, statements } from './javascript.ts';
import { literal, quoted } from './literal.ts';
import { optionsOf } from './options-text.ts';
import { receiverInProcess } from './receiver.ts';
import type { Story } from './story.ts';

const dialect: Dialect = {
  isRemote: false,
  service: 'baseUrl',
  appUrl: undefined,
  check: ({ list, index, expected }) => {
    const actual = index === undefined ? `emulator.${list}()` : entry(list, index, dialect).slice(0, -1);
    return `expect(${actual}).toMatchObject(${literal(expected)});`;
  },
  refused: (call, failure) => `await expect(${call}).rejects.toMatchObject(${literal(errorOf(failure))});`,
  status: (call, { status }) =>
    status === null
      ? `await expect(${call}).rejects.toThrow();`
      : `expect((await ${call}).status).toBe(${status});`,
};

/** A story as a test for Vitest, with the fixture of the emulator. MSW passes the calls to it. */
export function vitestProgram(story: Story): string {
  const lines = statements(story, dialect);
  // MSW answers the global `fetch`.
  const used = constants(lines.map((line) => line.replaceAll('fetch(', '')));
  return `import { createEmulatorTest } from '@messaging-service/emulator/vitest';
${clientImport(story)}import { expect } from 'vitest';

${receiverInProcess(story)}const test = createEmulatorTest(${optionsOf(story)});

${gapComments(story, '//')}test(${quoted(story.name)}, async ({ emulator }) => {
${indented([...used, ...lines], 2)}
});
`;
}
