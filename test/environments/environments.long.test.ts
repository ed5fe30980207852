import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { root } from '../../tools/source-paths.ts';

const isInstalled = existsSync(`${import.meta.dirname}/node_modules`);

const title = isInstalled ? '' : ' (skipped: run npm ci --prefix test/environments)';

const inEachFile = ['fixture-first', 'fixture-second', 'requests', 'fakes-first'];

/** Runs files in `programs` in a Vitest of its own, and returns what it printed. */
async function runVitest(options: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const config = `${import.meta.dirname}/vitest.config.ts`;
  const args = [`${root}node_modules/vitest/vitest.mjs`, 'run', '--config', config, ...options];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: root,
    // In a process that follows a clock, the time limits of Vitest do not end.
    timeout: 300_000,
    // Vitest would offer to install the environment, which it looks for in another place.
    env: { ...process.env, VITEST_SKIP_INSTALL_CHECKS: '1', NO_COLOR: '1', ...env },
  }).catch((error: Error & { stdout?: string }) => ({ stdout: `${error.message} ${error.stdout}` }));
  return stdout;
}

/** All files ran, and all their tests passed. */
const passed = (files: number) =>
  new RegExp(`Test Files +${files} passed \\(${files}\\)\\s+Tests +\\d+ passed \\(`);

describe(`the client and the emulator work in Vitest${title}`, () => {
  test.skipIf(!isInstalled).each(['node', 'jsdom', 'happy-dom'])(
    'in the environment %s',
    async (environment) => {
      expect(await runVitest(['--environment', environment])).toMatch(passed(inEachFile.length));
    },
  );

  test.skipIf(!isInstalled)(
    'in a process that follows a clock, also if timers are replaced before the import (EMU-9)',
    async () => {
      const emulator = createEmulator();
      const server = await listen(emulator);
      onTestFinished(async () => {
        await server.close();
        emulator.close();
      });
      const output = await runVitest(['fakes-first'], { MESSAGING_EMULATOR_URL: server.url });
      expect(output).toMatch(passed(1));
    },
  );

  const oneProcess = '--no-isolate --maxWorkers=1';

  test
    .skipIf(!isInstalled)
    .each([
      '--sequence.concurrent',
      `${oneProcess} --pool=forks`,
      `${oneProcess} --pool=threads`,
      `${oneProcess} --sequence.concurrent`,
      '--pool=vmThreads',
      '--pool=vmForks',
    ])('with %s (EMU-8)', async (options) => {
    expect(await runVitest(options.split(' '))).toMatch(passed(inEachFile.length));
  });

  test.skipIf(!isInstalled).each(['', oneProcess, `${oneProcess} --sequence.concurrent`])(
    'with an MSW server of a setup file %s (EMU-8)',
    async (options) => {
      const files = inEachFile.filter((name) => name.startsWith('fixture-'));
      const output = await runVitest([...files, ...options.split(' ').filter(Boolean)], { OWN_SERVER: '1' });
      expect(output).toMatch(passed(files.length));
    },
  );
});
