import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { x } from 'tinyexec';
import { beforeAll, describe, expect, test } from 'vitest';
import { assertBuilt } from './built.ts';

const modules = fileURLToPath(new URL('node_modules/', import.meta.url));
const folder = `${modules}.cache/jest-types/`;
const isInstalled = existsSync(`${modules}@types/jest`) && existsSync(`${modules}@jest/globals`);
if (!isInstalled)
  process.stderr.write('The types for Jest are not tested: not installed: npm ci --prefix test/runtimes\n');

const ASSERTIONS = `
const emulator = createEmulator();
const sent: void = expect(emulator).toHaveSentMessage({ to: '447700900123', body: /code/ });
const resolved: Promise<void> = expect(Promise.resolve(emulator)).resolves.toHaveScheduledMessage();
expect(emulator).not.toHaveDeliveredWebhook({ kind: 'inbound-message' });
// @ts-expect-error -- The name of the member is wrong.
expect(emulator).toHaveSentMessage({ too: '447700900123' });
export { resolved, sent };
`;

const IMPORTS = `
import { createEmulator } from '@messaging-service/emulator';
import { matchers } from '@messaging-service/emulator/matchers';
expect.extend(matchers);
`;

/** Compiles a program against the built package, as if it were installed beside Jest. */
async function compile(name: string, program: string, types: string): Promise<string> {
  writeFileSync(`${folder}${name}.ts`, program);
  const options = `--ignoreConfig --noEmit --strict --target es2024 --module nodenext --preserveSymlinks --types ${types}`;
  const { stdout } = await x('npx', ['tsc', ...options.split(' '), `${folder}${name}.ts`], {
    nodeOptions: { cwd: folder },
  });
  return stdout;
}

describe.skipIf(!isInstalled)('the matchers are typed without a declaration of the user', () => {
  beforeAll(() => {
    assertBuilt();
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(`${folder}node_modules/@messaging-service`, { recursive: true });
    const emulator = fileURLToPath(new URL('../../packages/emulator', import.meta.url));
    symlinkSync(emulator, `${folder}node_modules/@messaging-service/emulator`);
    writeFileSync(`${folder}package.json`, '{ "type": "module" }');
  });

  test('under @jest/globals', async () => {
    const program = `import { expect } from '@jest/globals';${IMPORTS}${ASSERTIONS}`;
    expect(await compile('globals', program, 'node')).toBe('');
  });

  test('under @types/jest', async () => {
    expect(await compile('types', `${IMPORTS}${ASSERTIONS}`, 'jest,node')).toBe('');
  });
});
