import { describe, expect, test } from 'vitest';
import { findPhrases } from './find-phrases.ts';

/** Lines and phrases that are found in a file of this name. */
function found(file: string, text: string): string[] {
  return findPhrases(file, text).map((sentence) => sentence.slice(file.length + 1).replace(/" → .*/, '"'));
}

test('a finding has the file, the line, the phrase and a better one', () => {
  expect(findPhrases('a.md', '# Title\n\nIt returns at once.\n')).toEqual([
    'a.md:3: "at once" → immediately, concurrently',
  ]);
});

describe('prose is read in', () => {
  test.each([
    ['a line comment', 'let a = 1; // Nobody reads it.', ['1: "Nobody"']],
    ['consecutive line comments', '// It returns at\n  // once.', ['1: "at once"']],
    ['a doc comment', '/**\n * Keeps it for\n * ever.\n */\nexport const a = 1;', ['2: "for ever"']],
    ['the message of an error', "throw new Error('The value is no number.');", ['1: "is no"']],
    [
      'a template',
      "const a = `${b} is no number, as it is${c ? 'for ever' : ''}.`;",
      ['1: "is no"', '1: "as it is"', '1: "for ever"'],
    ],
    ['the name of a test', "test('what is not signed is refused', () => {});", ['1: "what"']],
    ['JSX', 'const a = <p class="dim">It\'s gone <b>for ever</b>.</p>;', ['1: "for ever"']],
  ])('%s', (_, code, expected) => {
    expect(found('a.tsx', code)).toEqual(expected);
  });

  test.each([
    ['a.md', 'The line\nends at\nonce.', ['2: "at once"']],
    ['a.md', '```ts\nsend(); // Returns at once.\n```\n', ['2: "at once"']],
    ['a.sh', '#!/bin/sh\n# Ends at\n# once.\n', ['2: "at once"']],
    ['a.yaml', '# Nobody reads it.\nname: a\n', ['1: "Nobody"']],
  ])('%s', (file, text, expected) => {
    expect(found(file, text)).toEqual(expected);
  });
});

describe('code is not read:', () => {
  test.each([
    ['names', 'const nobody = mend(whoever);'],
    ['strings of one word', "const state = 'nobody';"],
    ['regular expressions', 'const pattern = /at once for ever/;'],
    ['inline code in a comment', '// The state `is no` longer stored.'],
    ['strings next to each other', "f('at', 'once');"],
  ])('%s', (_, code) => {
    expect(found('a.ts', code)).toEqual([]);
  });

  test.each([
    ['a fence of another language', '```sh\necho nobody\n```\n'],
    ['an address', 'See [the guide](at-once/nobody.md) or https://nobody.test/nobody.'],
  ])('%s', (_, text) => {
    expect(found('a.md', text)).toEqual([]);
  });
});

test.each([
  'There is no default.',
  'It is no longer stored.',
  'What happens when the key is wrong?',
  '## What we promise',
  'The keys are all the same length.',
  'The keys, one of which is new.',
  'The wire format is as it is described above.',
  'The service answers 404.',
  'It occurs in all lists.',
  'The present value is 3.',
])('plain English passes: %s', (text) => {
  expect(found('a.md', text)).toEqual([]);
});

test.each([
  ['Whatever fails is an error.', '1: "Whatever"'],
  ['It sends. What fails is an error.', '1: "What"'],
  ['The answer has a body.', '1: "The answer"'],
  ['Draw a new id.', '1: "Draw a new id"'],
  ['A body is to be signed.', '1: "is to be"'],
  ['The phone has got no message.', '1: "has got"'],
  ['The member is there twice.', '1: "is there twice"'],
  ['Its caller went away.', '1: "went away"'],
  ['The clock goes on.', '1: "goes on"'],
  ['A message comes due.', '1: "comes due"'],
  ['Codes tell them apart.', '1: "tell them apart"'],
  ['There are three in all.', '1: "in all"'],
])('%s', (text, expected) => {
  expect(found('a.md', `\n\n${text}`).map((sentence) => sentence.replace('3:', '1:'))).toEqual([expected]);
});
