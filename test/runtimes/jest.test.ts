import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { x } from 'tinyexec';
import { beforeAll, describe, expect, test } from 'vitest';
import { assertBuilt } from './built.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const jest = 'test/runtimes/node_modules/jest/bin/jest.js';
const isInstalled = existsSync(`${root}${jest}`);
if (!isInstalled)
  process.stderr.write('The tests with Jest are skipped: not installed: npm ci --prefix test/runtimes\n');

describe.skipIf(!isInstalled)('the example for Jest', () => {
  beforeAll(assertBuilt);

  test('passes in CommonJS without flags', async () => {
    const args = [jest, '--config', 'examples/jest/jest.config.cjs'];
    const env = { NODE_OPTIONS: '' };
    const { stderr, exitCode } = await x(process.execPath, args, { nodeOptions: { cwd: root, env } });
    expect(stderr).toContain('2 passed');
    expect(exitCode).toBe(0);
  });
});
