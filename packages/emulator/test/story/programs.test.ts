import { expect, test } from 'vitest';
import { programsOf } from './kinds.ts';
import { runPrograms } from './run-programs.ts';

/** Kinds with everything that programs have: rules, receivers, moves, replies and texts that are hard to quote. */
const SOME = [
  'delivered',
  'scheduled and delivered',
  'a shared sender and a reply',
  'a receipt that is refused and sent again',
  'outcomes that change',
  'texts that are hard to quote',
];

test.each(['vitest', 'node-test', 'curl'] as const)(
  'stories pass as programs for %s (EMU-31)',
  async (form) => {
    const programs = await programsOf(SOME, form);
    expect(await runPrograms(form, programs)).toMatchObject(
      Object.fromEntries(Object.keys(programs).map((name) => [name, { passed: true }])),
    );
  },
);
