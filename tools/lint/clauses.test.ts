import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { coverageTable, indexClauses } from './clause-index.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const page = '# Sums\n\n### SUM-1 Addition\nTwo and two are four. ([record](../../decisions/four.md))\n';
const sound = {
  'docs/behavior/README.md': '# Behavior\n\n### How to read this\n',
  'docs/behavior/sums.md': page,
  'packages/sums/test/add.test.ts': "test('adds (SUM-1)', () => {});",
};

/** The index of a repository with these files. */
function indexOf(files: Readonly<Record<string, string>>) {
  const folder = `${mkdtempSync(`${tmpdir()}/clauses-`)}/`;
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(folder + name), { recursive: true });
    writeFileSync(folder + name, text);
  }
  return indexClauses(folder);
}

test('a clause lists its tests, conformance cases and decisions, and there are no findings', () => {
  const { clauses, findings } = indexOf({
    ...sound,
    'packages/conformance/src/cases/sums.ts': "clause: 'SUM-1'",
    'packages/sums/src/add.ts': '/** Adds. See SUM-1. The zone is UTC-5. */',
  });
  expect(findings).toEqual([]);
  expect([...clauses]).toEqual([
    [
      'SUM-1',
      {
        title: 'Addition',
        page: 'sums.md',
        decisions: ['four'],
        tests: new Set(['packages/sums/test/add.test.ts']),
        conformance: new Set(['cases/sums.ts']),
      },
    ],
  ]);
  expect(coverageTable(clauses)).toBe(
    '| clause | tests | conformance | decision |\n| --- | --- | --- | --- |\n' +
      '| SUM-1 Addition | packages/sums/test/add.test.ts | cases/sums.ts | four |\n',
  );
});

test.each([
  ['packages/sums/test/add.test.ts', "test('adds (SUM-1, SUM-7)', () => {});"],
  ['packages/sums/src/add.tsx', '/** Adds. See SUM-7. */'],
  ['docs/guides/sums.md', 'See SUM-7.'],
])('an id that does not exist is found in %s', (file, text) => {
  expect(indexOf({ ...sound, [file]: text }).findings).toEqual([
    `${file}: there is no clause SUM-7 in docs/behavior`,
  ]);
});

test('a clause that only sources and guides cite has no test', () => {
  const { findings } = indexOf({
    'docs/behavior/sums.md': page,
    'packages/sums/src/add.ts': '/** Adds. See SUM-1. */',
    'docs/guides/sums.md': 'See SUM-1.',
  });
  expect(findings).toEqual(['docs/behavior/sums.md: no test cites SUM-1 (Addition)']);
});

test('an id can belong to one clause only, on all pages together', () => {
  const { findings } = indexOf({ ...sound, 'docs/behavior/totals.md': '### SUM-1 Totals\nAll of them.\n' });
  expect(findings).toEqual(['docs/behavior/totals.md: SUM-1 is the id of two clauses']);
});

test.each(['Addition', 'SUM Addition', 'SUM-1', 'sum-1 Addition'])('the heading %j has no id', (heading) => {
  const { findings } = indexOf({ ...sound, 'docs/behavior/totals.md': `### ${heading}\nSUM-1 Text\n` });
  expect(findings).toEqual([`docs/behavior/totals.md: a heading without an id: ${heading}`]);
});

test.each([
  ['spec', '.md'],
  ['facts', '.md'],
  ['DES', 'IGN'],
  ['issue', ' 4'],
])('a reference to an unpublished document is found: %s%s', (start, end) => {
  const text = `/** Adds. ${start}${end}, Sums. */`;
  expect(indexOf({ ...sound, 'tools/add.ts': text, 'CHANGELOG.md': text }).findings).toEqual([
    `tools/add.ts: refers to an unpublished document: ${start}${end}`,
  ]);
});
