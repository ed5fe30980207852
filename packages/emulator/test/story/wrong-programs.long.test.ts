import type { StoryForm } from '@messaging-service/emulator';
import { expect, test } from 'vitest';
import { KINDS, programsOf } from './kinds.ts';
import { type Programs, runPrograms } from './run-programs.ts';
import { wrongPrograms } from './wrong-programs.ts';

/** Kinds with all kinds of expectations: states, codes, webhooks, refusals and cut connections. */
const SOME = [
  'a receipt that is refused and sent again',
  'insufficient credits',
  'a response that is lost',
  'failed with a code',
  'scheduled and delivered',
  'a shared sender and a reply',
];

/** Each program with one wrong value, for each value that it expects. */
async function wrong(form: StoryForm, names: readonly string[]): Promise<Programs> {
  const programs = await programsOf(names, form);
  const changed = Object.entries(programs).flatMap(([name, text]) => {
    const texts = wrongPrograms(form, text);
    expect(texts.length, name).toBeGreaterThan(0);
    return texts.map((one, index) => [`${name}-${index}`, one] as const);
  });
  return Object.fromEntries(changed);
}

async function passing(form: StoryForm, programs: Programs): Promise<string[]> {
  const ended = await runPrograms(form, programs);
  expect(Object.keys(ended).toSorted()).toEqual(Object.keys(programs).toSorted());
  return Object.keys(programs).filter((name) => ended[name]?.passed === true);
}

test.each(['vitest', 'node-test'] as const)(
  'a program of any kind for %s fails if any of its expected values is changed (EMU-31)',
  async (form) => {
    expect(await passing(form, await wrong(form, Object.keys(KINDS)))).toEqual([]);
  },
);

test('a program for curl fails if any of its expected values is changed (EMU-31)', async () => {
  expect(await passing('curl', await wrong('curl', SOME))).toEqual([]);
});

test('a program for Playwright fails if one of the values of any assertion is changed (EMU-31)', async () => {
  expect(await passing('playwright', await wrong('playwright', SOME.slice(0, 3)))).toEqual([]);
});
