import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { root } from '../../tools/source-paths.ts';

/** Each runs the files in `programs` in a Vitest of its own. */
const ENVIRONMENTS = ['node', 'jsdom', 'happy-dom'];

const isInstalled = existsSync(`${import.meta.dirname}/node_modules`);

const title = isInstalled ? '' : ' (skipped: run npm ci --prefix test/environments)';

describe(`the client and the emulator work in the environments of Vitest${title}`, () => {
  test.skipIf(!isInstalled).each(ENVIRONMENTS)('%s', async (environment) => {
    const config = `${import.meta.dirname}/vitest.config.ts`;
    const args = [
      `${root}node_modules/vitest/vitest.mjs`,
      'run',
      '--config',
      config,
      '--environment',
      environment,
    ];
    // Vitest would offer to install the environment, which it looks for in another place.
    const env = { ...process.env, VITEST_SKIP_INSTALL_CHECKS: '1', NO_COLOR: '1' };
    // It ends with 1 if a test has failed.
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env });
    expect(stdout).toMatch(/Tests +\d+ passed/);
  });
});
