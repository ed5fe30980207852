import { expect, test } from 'vitest';
import { swallowedTags } from './swallowed-tags.ts';

test('a block tag inside a line of a doc comment is found, and one at the beginning of a line is not', () => {
  const source = `/**
 * Makes requests. See EMU-10. @param fetch - Sends them. @throws
 * {TypeError} never.
 *
 * @param url - Where to.
 * @returns The response, as \`@returns\` says, or {@link Response}, or @messaging-service/sdk.
 * @example
 * \`\`\`ts
 * call(); // @param is text here
 * \`\`\`
 */
/** Takes bytes. @returns The message. */
/** @internal */
/* A comment for readers. @param is text. */
// A comment for readers. @param is text.
const text = '/** x @param y */';
`;
  expect(swallowedTags('a.ts', source)).toEqual([
    { line: 2, tag: '@param' },
    { line: 2, tag: '@throws' },
    { line: 12, tag: '@returns' },
  ]);
});
