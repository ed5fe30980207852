import { expect, test } from 'vitest';
import { KINDS, programsOf } from './kinds.ts';
import { runPrograms } from './run-programs.ts';

/** Playwright starts a process for each program, because each has options of its own. */
const PARTS = [0, 1, 2, 3].map((part) => Object.keys(KINDS).filter((_, index) => index % 4 === part));

test.each(PARTS.map((names, part) => [part + 1, names] as const))(
  'every kind of story passes as a program for playwright: part %i of 4 (EMU-31)',
  async (_, names) => {
    const programs = await programsOf(names, 'playwright');
    expect(await runPrograms('playwright', programs)).toMatchObject(
      Object.fromEntries(Object.keys(programs).map((name) => [name, { passed: true }])),
    );
  },
);

test.each(['vitest', 'node-test', 'curl'] as const)(
  'every kind of story passes as a program for %s (EMU-31)',
  async (form) => {
    const programs = await programsOf(Object.keys(KINDS), form);
    expect(await runPrograms(form, programs)).toMatchObject(
      Object.fromEntries(Object.keys(programs).map((name) => [name, { passed: true }])),
    );
  },
);
