/**
 * The files of the installed emulator that a program loads. `npx vitest run --project packed loaded-files` runs these tests. They
 * need `npm run build`.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { packages } from '../../tools/packages/packages.ts';
import { run } from '../../tools/run.ts';
import { makeEmptyFolder } from './empty-folder.ts';
import { mustSucceed } from './outcomes.ts';
import { tarballNamed } from './tarballs.ts';

const EMULATOR = '@messaging-service/emulator';
const RECORD = fileURLToPath(new URL('record-loaded.mjs', import.meta.url));
const consumer = makeEmptyFolder();
const installed = join(consumer, 'node_modules', EMULATOR);

beforeAll(async () => {
  mkdirSync(installed, { recursive: true });
  const tarball = tarballNamed(EMULATOR, inject('packed')) ?? '';
  // The package has no dependencies, so this is its installation.
  await mustSucceed(run(['tar', '-xzf', tarball, '--strip-components', '1', '-C', installed]));
});

afterAll(() => {
  rmSync(consumer, { recursive: true, force: true });
});

interface Program {
  readonly child: ChildProcessByStdio<null, Readable, null>;
  /** The names of the files of the emulator that it has loaded so far. */
  loaded(): string[];
}

/** Starts a program of a user, which records what it loads, until the test ends. */
function start(...args: readonly string[]): Program {
  const file = join(consumer, `${crypto.randomUUID()}.txt`);
  writeFileSync(file, '');
  const child = spawn(process.execPath, ['--import', RECORD, ...args], {
    cwd: consumer,
    env: { ...process.env, LOADED_FILES: file },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const loaded = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((url) => url.includes(`/${EMULATOR}/dist/`))
      .map((url) => basename(url));
  return { child, loaded };
}

const COMMAND = join(installed, 'bin', 'messaging-emulator.js');

/** The file with the tools for agents, and that of the command for them. */
const OF_AGENTS = /^(?:mcp|agents)\b/;

const importable = packages
  .flatMap(({ entries }) => entries)
  .map(({ specifier }) => specifier)
  // Its peers are not installed here, and an application that follows the clock needs a server.
  .filter((name) => name.startsWith(EMULATOR) && !/vitest|playwright|matchers|follow-clock/.test(name));

test.each([
  ['the version of the command', [COMMAND, '--version']],
  ['its help', [COMMAND, '--help']],
  ...importable.map((name): [string, string[]] => [
    `an import of ${name}`,
    ['--input-type=module', '--eval', `await import('${name}'); process.exit();`],
  ]),
])('%s loads no file of the tools for agents (EMU-40)', async (_, args) => {
  const { child, loaded } = start(...args);
  child.stdout.resume();
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(loaded()).not.toEqual([]);
  expect(loaded().filter((file) => OF_AGENTS.test(file))).toEqual([]);
});

test('a server loads the tools for agents with the first call of an agent, and not before (EMU-40)', async () => {
  const { child, loaded } = start(COMMAND, '--port', '0', '--json');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { url, account } = JSON.parse(String(line)) as { url: string; account: { apiKey: string } };
  const statusOf = async (path: string, init?: RequestInit) => (await fetch(url + path, init)).status;
  const messages = [{ to: '447700900123', from: { type: 'custom', value: 'DEMO' }, body: 'Hello' }];
  const body = JSON.stringify({ messages });
  expect(await statusOf(`/message?key=${account.apiKey}`, { method: 'POST', body })).toBe(200);
  for (const path of ['/', '/messages', '/openapi.json', '/agents.md'])
    expect(await statusOf(`/_emulator${path}`), path).toBe(200);
  expect(loaded().filter((file) => OF_AGENTS.test(file))).toEqual([]);
  const call = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  };
  expect(await statusOf('/_emulator/mcp', call)).toBe(200);
  expect(loaded().filter((file) => OF_AGENTS.test(file))).toEqual(['mcp.js']);
});
