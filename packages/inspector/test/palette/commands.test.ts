import { expect, test } from 'vitest';
import { type Command, matching } from '../../src/palette/commands.ts';

const command = (name: string, words = ''): Command => ({
  kind: 'Action',
  name,
  words,
  run: () => undefined,
});
const commands = [command('Show messages'), command('Send a message', 'sms'), command('New sandbox')];
const found = (typed: string) => matching(commands, typed).map(({ name }) => name);

test('commands are found by every word of their name and of their other words, in any order', () => {
  expect(found('message send')).toEqual(['Send a message']);
  expect(found('SMS')).toEqual(['Send a message']);
  expect(found('nothing')).toEqual([]);
});

test('names that begin with the text come first', () => {
  expect(found('s')).toEqual(['Show messages', 'Send a message', 'New sandbox']);
  expect(found('send')).toEqual(['Send a message']);
  expect(found('new')).toEqual(['New sandbox']);
});

test('an empty text finds everything', () => {
  expect(found(' ')).toHaveLength(3);
});
