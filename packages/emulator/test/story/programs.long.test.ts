import { expect, test } from 'vitest';
import { KINDS, programsOf } from './kinds.ts';
import { runPrograms } from './run-programs.ts';

test.each(['vitest', 'node-test', 'playwright', 'curl'] as const)(
  'every kind of story passes as a program for %s (EMU-31)',
  async (form) => {
    const programs = await programsOf(Object.keys(KINDS), form);
    expect(await runPrograms(form, programs)).toMatchObject(
      Object.fromEntries(Object.keys(programs).map((name) => [name, { passed: true }])),
    );
  },
);
