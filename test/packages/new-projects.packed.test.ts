/**
 * The programs of the documents compile in a project that `tsc --init` has set up, with the packed packages.
 * `npx vitest run --project packed new-projects` runs these tests. They need `npm run build`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { run } from '../../tools/run.ts';
import { root } from '../../tools/source-paths.ts';
import { documents } from '../documents/document.ts';
import { planSteps } from '../documents/plan.ts';
import { makeEmptyFolder } from './empty-folder.ts';
import { mustSucceed } from './outcomes.ts';
import { tarballs } from './tarballs.ts';

const isOnline = spawnSync('npm', ['view', 'npm', 'version'], { stdio: 'ignore' }).status === 0;

/** What the programs import in addition to the packages, in the versions of this repository. */
const OTHERS = [
  '@types/node',
  '@typescript/native',
  '@playwright/test',
  'express',
  '@types/express',
  'fastify',
  'hono',
  'koa',
  '@types/koa',
  'ioredis',
  'msw',
  '@opentelemetry/api',
  'postgres',
  'vitest',
].map((name) => `${name}@${versionOf(name)}`);

/** The version of a package in this repository, or the name under which it is installed here. */
function versionOf(name: string): string {
  const { devDependencies } = manifest as { readonly devDependencies: Readonly<Record<string, string>> };
  const installed = () => readFileSync(`${root}node_modules/${name}/package.json`, 'utf8');
  return devDependencies[name] ?? (JSON.parse(installed()) as { readonly version: string }).version;
}

/** The commands of the guide to requirements, after those that install. */
const guide = readFileSync(`${root}docs/guides/requirements.md`, 'utf8');
const commands = /^```sh install\n([\s\S]*?)^```$/m.exec(guide)?.[1]?.split('\n') ?? [];
const init =
  commands
    .find((line) => line.startsWith('npx tsc --init'))
    ?.split(' ')
    .slice(1) ?? [];

const programs = documents
  .map(({ path }, at) => {
    const files = planSteps(documents[at] as (typeof documents)[number])
      .filter(({ kind, fence }) => /^(module|tests|file)$/.test(kind) && /\.m?ts$/.test(fence.name ?? ''))
      .map(({ fence }) => fence);
    return { path, files };
  })
  .filter(({ files }) => files.length > 0);

describe.skipIf(!isOnline)('in a project of "tsc --init"', () => {
  const folder = makeEmptyFolder();

  beforeAll(async () => {
    for (const tarball of tarballs(inject('packed'))) cpSync(tarball, join(folder, basename(tarball)));
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    const names = tarballs('.').map((tarball) => `./${basename(tarball)}`);
    await mustSucceed(
      run(
        [
          'npm',
          'install',
          '--ignore-scripts',
          '--prefer-offline',
          '--no-audit',
          '--no-fund',
          ...names,
          ...OTHERS,
        ],
        folder,
      ),
    );
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(programs)('the programs of $path compile', async ({ path, files }) => {
    const project = join(folder, path.replaceAll('/', '-'));
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }\n');
    for (const { name = '', text } of files) writeFileSync(join(project, name), text);
    const [program = '', ...options] = init;
    await mustSucceed(run([join(folder, 'node_modules', '.bin', program), ...options], project));
    const outcome = await run([join(folder, 'node_modules', '.bin', program)], project);
    expect(outcome).toMatchObject({ output: '', ok: true });
  });

  test('the fixture of Vitest says what to install when msw is missing', async () => {
    rmSync(join(folder, 'node_modules', 'msw'), { recursive: true });
    const project = join(folder, 'without-msw');
    mkdirSync(project);
    writeFileSync(
      join(project, 'a.test.ts'),
      "import { test } from '@messaging-service/emulator/vitest';\ntest('a', ({ emulator }) => void emulator.clock.now());\n",
    );
    const { ok, output } = await run([join(folder, 'node_modules', '.bin', 'vitest'), 'run'], project);
    expect(ok).toBe(false);
    expect(output).toContain('npm install --save-dev msw');
  });
});
