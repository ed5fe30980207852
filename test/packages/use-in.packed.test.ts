/**
 * `npm run use-in` installs the packages in projects of every package manager that npm can install here.
 * `npx vitest run --project packed use-in` runs these tests. They need `npm run build`.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../tools/run.ts';
import { root } from '../../tools/source-paths.ts';
import { makeEmptyFolder } from './empty-folder.ts';
import { mustSucceed } from './outcomes.ts';
import { userEnvironment } from './user-environment.ts';

const isOnline = spawnSync('npm', ['view', 'npm', 'version'], { stdio: 'ignore' }).status === 0;
if (!isOnline)
  process.stderr.write('The npm registry cannot be reached, so no package manager can be installed.\n');

/** A package manager, its package, its program, and the files that make a folder one of its projects. */
interface Manager {
  readonly name: string;
  readonly from: string;
  readonly program: string;
  readonly files: Readonly<Record<string, string>>;
  /** The command that installs what the lockfile says, as a colleague does. */
  readonly again: readonly [string, ...string[]];
}

const MANAGERS: readonly Manager[] = [
  {
    name: 'npm',
    from: 'npm@11.19.1',
    program: 'bin/npm-cli.js',
    files: {
      'package.json': '{ "name": "a", "type": "module" }',
      'package-lock.json': '{ "lockfileVersion": 3 }',
    },
    again: ['npm', 'ci'],
  },
  {
    name: 'pnpm',
    from: 'pnpm@10',
    program: 'bin/pnpm.cjs',
    files: {
      'package.json': '{ "type": "module", "packageManager": "pnpm@10.0.0" }',
      'pnpm-workspace.yaml': 'managePackageManagerVersions: false\n',
    },
    again: ['pnpm', 'install', '--frozen-lockfile'],
  },
  {
    name: 'yarn classic',
    from: 'yarn@1.22.22',
    program: 'bin/yarn.js',
    files: { 'package.json': '{ "type": "module" }', 'yarn.lock': '' },
    again: ['yarn', 'install', '--frozen-lockfile'],
  },
  {
    name: 'yarn berry',
    from: '@yarnpkg/cli-dist@4.18.1',
    program: 'bin/yarn.js',
    files: {
      'package.json': '{ "type": "module" }',
      'yarn.lock': '',
      '.yarnrc.yml': 'nodeLinker: node-modules\n',
    },
    again: ['yarn', 'install', '--immutable'],
  },
  {
    name: 'bun',
    from: '@oven/bun-linux-x64@1.4.5',
    program: 'bin/bun',
    files: { 'package.json': '{ "type": "module", "packageManager": "bun@1.4.5" }' },
    again: ['bun', 'install', '--frozen-lockfile'],
  },
];

describe.skipIf(!isOnline || process.platform !== 'linux')('npm run use-in', () => {
  const temporary = makeEmptyFolder();
  const binOf = (name: string) => join(temporary, 'bin', name);

  beforeAll(async () => {
    writeFileSync(join(temporary, 'package.json'), '{ "private": true }');
    const aliases = MANAGERS.map(({ from }, index) => `manager${index}@npm:${from}`);
    const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
    await mustSucceed(run(['npm', 'install', ...options, ...aliases], temporary));
    for (const [index, { name, program, again }] of MANAGERS.entries()) {
      mkdirSync(binOf(name), { recursive: true });
      // A Node of the user: use-in hides that of this repository.
      symlinkSync(process.execPath, join(binOf(name), 'node'));
      symlinkSync(join(temporary, 'node_modules', `manager${index}`, program), join(binOf(name), again[0]));
    }
  });

  afterAll(() => rmSync(temporary, { recursive: true, force: true }));

  /** Runs a command as a user who has only this package manager. */
  function inFolder(folder: string, manager: string, [program, ...args]: readonly [string, ...string[]]) {
    const { PATH = '', ...rest } = userEnvironment();
    const env = { ...rest, PATH: [binOf(manager), PATH].join(':'), CI: 'true' };
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, env, encoding: 'utf8' });
    return { status, output: `${stdout}${stderr}` };
  }

  const useIn = (from: string, manager: string, project: string) =>
    inFolder(from, manager, ['npm', '--prefix', root, 'run', '--silent', 'use-in', '--', project]);

  test.each(MANAGERS)('installs with $name, twice and on another machine', ({ name, files, again }) => {
    // Classic Yarn and npm take the rest of a path after a # for something else if they are given paths.
    const folder = join(temporary, 'projects', `${name} it's "日本" #1`);
    mkdirSync(folder, { recursive: true });
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
    for (const from of [temporary, folder]) {
      const { status, output } = useIn(from, name, from === folder ? '.' : folder);
      expect(output).toContain(`has the client and the webhook verifier as dependencies`);
      expect(status, output).toBe(0);
    }
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, object>;
    expect(Object.keys(manifest.dependencies ?? {})).toEqual([
      '@messaging-service/sdk',
      '@messaging-service/webhooks',
    ]);
    expect(Object.keys(manifest.devDependencies ?? {})).toEqual(['@messaging-service/emulator']);
    expect(globSync('.messaging-service/*.tgz', { cwd: folder })).toHaveLength(3);

    rmSync(join(folder, 'node_modules'), { recursive: true });
    const installed = inFolder(folder, name, again);
    expect(installed.status, installed.output).toBe(0);
    writeFileSync(join(folder, 'send.mjs'), PROGRAM);
    const sent = inFolder(folder, name, ['node', 'send.mjs']);
    expect(sent.output).toBe('delivered\n');
  });

  test('replaces the packages of an earlier build, and their tarballs', () => {
    const folder = join(temporary, 'projects', 'npm-of-yesterday');
    mkdirSync(join(folder, '.messaging-service'), { recursive: true });
    writeFileSync(join(folder, '.messaging-service/messaging-service-sdk-0.0.9-0123456789.tgz'), 'old');
    const old = 'file:.messaging-service/messaging-service-sdk-0.0.9-0123456789.tgz';
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ devDependencies: { '@messaging-service/sdk': old } }),
    );
    const { status, output } = useIn(temporary, 'npm', folder);
    expect(status, output).toBe(0);
    expect(globSync('.messaging-service/*0.0.9*', { cwd: folder })).toEqual([]);
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).not.toContain('0.0.9');
  });

  test('leaves a project as it was if its package manager fails or is missing', () => {
    const folder = join(temporary, 'projects', 'failing');
    mkdirSync(folder, { recursive: true });
    const text = '{"packageManager":"bun@1.4.5"}';
    writeFileSync(join(folder, 'package.json'), text);
    const missing = useIn(temporary, 'npm', folder);
    expect(missing.output).toContain('bun is not installed here, but');
    expect(missing.status).toBe(1);
    writeFileSync(join(folder, 'package.json'), '{"dependencies":{"x":"file:missing.tgz"}}');
    expect(useIn(temporary, 'npm', folder).output).toContain('npm install failed in');
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe(
      '{"dependencies":{"x":"file:missing.tgz"}}',
    );
    expect(globSync('.messaging-service', { cwd: folder })).toEqual([]);
  });
});

const PROGRAM = `
import { createEmulator } from '@messaging-service/emulator';
import { createMessagingClient } from '@messaging-service/sdk';
import '@messaging-service/webhooks';

const emulator = createEmulator();
const { baseUrl, fetch, account } = emulator;
const { messages } = createMessagingClient({ baseUrl, fetch, accountKey: account.apiKey });
await messages.sendOne({ to: '447700900123', from: { type: 'shared' }, body: 'Hello' });
console.log(emulator.messages()[0].state);
`;
