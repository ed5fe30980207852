import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { serve } from '@messaging-service/test-support';
import { x } from 'tinyexec';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../tools/source-paths.ts';

const folder = `${root}docs/clients`;
const isInstalled = existsSync(`${folder}/node_modules`);
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!isInstalled)
  process.stderr.write('The generated clients are skipped: run `npm ci --prefix docs/clients` first.\n');

async function run(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const options = { nodeOptions: { cwd: folder, env: { ...env, NODE_OPTIONS: '' } } };
  const { exitCode, stdout, stderr } = await x(command, [...args], options);
  return { exitCode, output: stdout + stderr };
}

describe.skipIf(!isInstalled)('clients that are generated from docs/openapi.yaml', () => {
  beforeAll(async () => {
    const { exitCode, output } = await run('npm', ['run', 'generate']);
    expect(exitCode, output).toBe(0);
  }, 300_000);

  test('have types that fit the programs which use them', async () => {
    const { exitCode, output } = await run('npm', ['run', 'typecheck']);
    expect(exitCode, output).toBe(0);
  });

  test.each([
    ['openapi-fetch.ts', true, process.execPath],
    ['hey-api.ts', true, process.execPath],
    ['orval.ts', true, process.execPath],
    ['client.py', hasPython, 'python3'],
  ])('send, list, poll and cancel with %s', async (program, canRun, command) => {
    if (!canRun) return void process.stderr.write(`${program} is skipped: ${command} is not installed.\n`);
    const { emulator, server, accountKey } = await serve();
    const env = { MESSAGING_BASE_URL: server.url, MESSAGING_ACCOUNT_KEY: accountKey };
    const { exitCode, output } = await run(command, [program], { ...env, PYTHONDONTWRITEBYTECODE: '1' });
    expect(exitCode, output).toBe(0);
    expect(emulator.messages().map(({ body }) => body)).toEqual(['Hello']);
  });
});
