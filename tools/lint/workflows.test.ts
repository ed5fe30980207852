import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../source-paths.ts';

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly group: readonly string[] } };
  readonly steps: readonly { readonly run?: string }[];
}

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = `${root}.github/workflows/`;
const texts = readdirSync(folder).map((file) => [file, readFileSync(folder + file, 'utf8')] as const);
const workflows = texts.map(([file, text]) => [file, parse(text) as Workflow] as const);

test.each(texts)('%s pins every action to a full commit hash, with its version in a comment', (_, text) => {
  const uses = text.match(/^.*\buses:.*$/gm) ?? [];
  expect(uses.length).toBeGreaterThan(0);
  for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test.each(workflows)(
  '%s grants write permission only to the jobs that need it',
  (_, { permissions, jobs }) => {
    expect(Object.values(permissions ?? { all: 'write' })).not.toContain('write');
    const writers = Object.entries(jobs).filter(([, job]) =>
      Object.values(job.permissions ?? {}).includes('write'),
    );
    expect(writers.map(([name]) => name).filter((name) => name !== 'version' && name !== 'publish')).toEqual(
      [],
    );
  },
);

test('CI runs each group of .ci/steps, and a release runs .ci/run first', () => {
  const { jobs } = Object.fromEntries(workflows)['ci.yml'] ?? { jobs: {} };
  const runs = (file: string, job: string) =>
    Object.fromEntries(workflows)[file]?.jobs[job]?.steps.map(({ run }) => run);
  // The workflow's own syntax.
  expect(runs('ci.yml', 'steps')).toContain('.ci/run ${{ matrix.group }}');
  const groups = readFileSync(`${root}.ci/steps`, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => line.split(/\s+/, 1)[0]?.split(',') ?? [])
    .filter((group) => group !== 'every');
  expect(new Set(jobs.steps?.strategy?.matrix.group)).toEqual(new Set(groups));
  expect(runs('release.yml', 'pack')?.indexOf('.ci/run')).toBeGreaterThan(-1);
});

test('only the job that publishes has an identity token, and it builds nothing', () => {
  const { jobs } = Object.fromEntries(workflows)['release.yml'] ?? { jobs: {} };
  const withIdentity = Object.entries(jobs).filter(([, job]) => job.permissions?.['id-token'] === 'write');
  expect(withIdentity.map(([name]) => name)).toEqual(['publish']);
  expect(jobs.publish?.steps.flatMap(({ run }) => run ?? [])).toEqual(['npm ci']);
});
