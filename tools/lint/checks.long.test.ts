import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { run } from '../run.ts';
import { root } from '../source-paths.ts';

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A repository with these files, the settings of this one, and its tools. */
function repository(files: Readonly<Record<string, string>>): string {
  folder = mkdtempSync(join(tmpdir(), 'repository-'));
  for (const settings of ['.oxlintrc.json', 'tsconfig.json', 'tools/lint/arrows.mjs']) {
    mkdirSync(dirname(join(folder, settings)), { recursive: true });
    copyFileSync(root + settings, join(folder, settings));
  }
  symlinkSync(`${root}node_modules`, join(folder, 'node_modules'));
  for (const [name, text] of Object.entries({ 'package.json': '{ "type": "module" }', ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const bin = (name: string) => `${root}node_modules/.bin/${name}`;

/** Runs a check of `npm run lint` in a repository. */
function check(name: 'oxlint' | 'arrows', files: Readonly<Record<string, string>>) {
  const commands = {
    oxlint: [bin('oxlint'), '--deny-warnings', 'packages'],
    arrows: [
      bin('depcruise'),
      '--config',
      'tools/lint/arrows.mjs',
      '--no-cache',
      '--output-type',
      'err-long',
      'packages',
    ],
  } as const;
  const [program, ...args] = commands[name];
  return run([program, ...args], repository(files));
}

describe('the linter', () => {
  test('accepts sound code', async () => {
    const sound = '/** Adds one. */\nexport function next(value: number): number {\n  return value + 1;\n}\n';
    const { ok, output } = await check('oxlint', { 'packages/sdk/src/next.ts': sound });
    expect({ ok, output: ok ? '' : output }).toEqual({ ok: true, output: '' });
  });

  test.each([
    ['a default export', 'packages/sdk/src/a.ts', 'export default 1;', 'no-default-export'],
    [
      'the clock of the machine in the domain',
      'packages/emulator/src/domain/a.ts',
      'export const a = () => Date.now();',
      'no-restricted-globals',
    ],
    [
      'chance in the domain',
      'packages/emulator/src/domain/a.ts',
      'export const a = () => Math.random();',
      'no-restricted-properties',
    ],
    [
      'a promise in the domain',
      'packages/emulator/src/domain/a.ts',
      'export const a = () => Promise.resolve(1);',
      'no-restricted-globals',
    ],
  ])('refuses %s', async (_, file, code, rule) => {
    const { ok, output } = await check('oxlint', { [file]: `${code}\n` });
    expect(ok).toBe(false);
    expect(output).toContain(rule);
    expect(output).toContain(file);
  });
});

describe('the check of import arrows', () => {
  const SDK = 'packages/sdk/src/index.ts';
  const CONTRACT = 'packages/contract/src/index.ts';
  const leaf = 'export const leaf = 1;\n';
  const importing = (specifier: string) => `export { leaf } from '${specifier}';\n`;

  test('accepts an import of the contract by its name', async () => {
    const files = { [CONTRACT]: leaf, [SDK]: importing('@messaging-service/contract') };
    const { ok, output } = await check('arrows', files);
    expect(output).toContain('no dependency violations found');
    expect(ok).toBe(true);
  });

  test.each([
    ['the contract on the client', CONTRACT, SDK, '../../sdk/src/index.ts'],
    ['the client on the emulator', SDK, 'packages/emulator/src/index.ts', '../../emulator/src/index.ts'],
    [
      'the emulator on the client',
      'packages/emulator/src/client/client.ts',
      SDK,
      '../../../sdk/src/index.ts',
    ],
    [
      'the conformance kit on the emulator',
      'packages/conformance/src/cli/main.ts',
      'packages/emulator/src/index.ts',
      '../../../emulator/src/index.ts',
    ],
    [
      'the domain on the runtime',
      'packages/emulator/src/domain/state/state.ts',
      'packages/emulator/src/runtime/core/core.ts',
      '../../runtime/core/core.ts',
    ],
    [
      'rules on use cases',
      'packages/emulator/src/domain/rules/a.ts',
      'packages/emulator/src/domain/use-cases/b.ts',
      '../use-cases/b.ts',
    ],
    [
      'the probe on the cases',
      'packages/conformance/src/probe/a.ts',
      'packages/conformance/src/cases/b.ts',
      '../cases/b.ts',
    ],
    ['sources on their tests', 'packages/sdk/src/a.ts', 'packages/sdk/test/b.ts', '../test/b.ts'],
    [
      'another package on what it does not export',
      'packages/sdk/src/a.ts',
      'packages/contract/src/inner.ts',
      '../../contract/src/inner.ts',
    ],
  ])('refuses a dependency of %s', async (_, from, to, specifier) => {
    const { ok, output } = await check('arrows', { [to]: leaf, [from]: importing(specifier) });
    expect(ok).toBe(false);
    expect(output).toContain(`${from} → ${to}`);
  });

  test('refuses a module of Node.js in the client, which also runs in browsers', async () => {
    const { ok, output } = await check('arrows', {
      'packages/sdk/src/call/a.ts': "export { readFileSync } from 'node:fs';\n",
    });
    expect(ok).toBe(false);
    expect(output).toContain('fs');
  });

  test('refuses a cycle of imports, types included', async () => {
    const { ok, output } = await check('arrows', {
      'packages/sdk/src/a.ts': "import type { B } from './b.ts';\nexport type A = B | 1;\n",
      'packages/sdk/src/b.ts': "import type { A } from './a.ts';\nexport type B = A | 2;\n",
    });
    expect(ok).toBe(false);
    expect(output).toContain('no-cycles');
  });
});

test('a check that does not exist is refused, with the names of those that do', async () => {
  const command = ['tools/lint/run.ts', 'speling'];
  const ended = promisify(execFile)(process.execPath, command, { cwd: root });
  await expect(ended).rejects.toThrow(/Unknown check "speling"; use oxlint, arrows, unused, biome/);
});
