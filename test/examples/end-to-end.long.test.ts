import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { x } from 'tinyexec';
import { expect, test } from 'vitest';
import { testLanguage } from './language-tests.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const hasChromium = existsSync('/usr/bin/chromium');
if (!hasChromium)
  process.stderr.write(
    'The end-to-end example is not run in a browser: /usr/bin/chromium is not installed.\n',
  );

// In this repository the packages are run from their sources, also in the process of the application.
process.env.NODE_OPTIONS = `--import ${new URL('tools/source-resolution.ts', `file://${root}`).href}`;

test.skipIf(!hasChromium)(
  'two Playwright workers live through the same day, each with an application in its own process (EMU-17)',
  { timeout: 300_000 },
  async () => {
    const args = [
      'playwright',
      'test',
      '--config',
      'examples/end-to-end/playwright.config.ts',
      '--output',
      'node_modules/.cache/end-to-end',
      '--tsconfig',
      'tsconfig.json',
    ];
    const env = { MESSAGING_EMULATOR_URL: '', CHROMIUM_PATH: '/usr/bin/chromium' };
    const { stdout, stderr } = await x('npx', args, { nodeOptions: { cwd: root, env } });
    const output = `${stdout}${stderr}`;
    expect(output).toContain('Running 2 tests using 2 workers');
    expect(output).toContain('2 passed');
  },
);

testLanguage({
  folder: 'end-to-end',
  command: ['python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider'],
  probe: ['python3', '-m', 'pytest', '--version'],
  packages: 'python3-pytest',
  passed: /^2 passed in /m,
});
