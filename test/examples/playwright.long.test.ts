import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { x } from 'tinyexec';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const hasChromium = existsSync('/usr/bin/chromium');
if (!hasChromium)
  process.stderr.write('The Playwright example is skipped: /usr/bin/chromium is not installed.\n');

async function runPlaywright(env: Record<string, string>): Promise<string> {
  const config = 'examples/playwright/playwright.config.ts';
  const args = [
    'playwright',
    'test',
    '--config',
    config,
    '--output',
    'node_modules/.cache/playwright',
    '--tsconfig',
    'tsconfig.json',
  ];
  const nodeOptions = {
    cwd: root,
    env: {
      ...env,
      CHROMIUM_PATH: '/usr/bin/chromium',
      // In this repository the packages are run from their sources, also in the process of the application.
      NODE_OPTIONS: `--import ${new URL('tools/source-resolution.ts', `file://${root}`).href}`,
    },
  };
  const { stdout, stderr } = await x('npx', args, { nodeOptions });
  return `${stdout}${stderr}`;
}

test.skipIf(!hasChromium)(
  'the tests pass with an emulator for each worker',
  { timeout: 300_000 },
  async () => {
    expect(await runPlaywright({ MESSAGING_EMULATOR_URL: '' })).toContain('2 passed');
  },
);

test.skipIf(!hasChromium)('the tests pass with sandboxes of a server', { timeout: 300_000 }, async () => {
  const emulator = createEmulator();
  const server = await listen(emulator);
  onTestFinished(() => server.close());
  expect(await runPlaywright({ MESSAGING_EMULATOR_URL: server.url })).toContain('2 passed');
  expect(emulator.messages()).toEqual([]);
  const response = await fetch(`${server.url}/_emulator/sandboxes`);
  expect(await response.json()).toEqual({ sandboxes: [] });
});
