import { expect, test } from 'vitest';
import { hasChromium, runPlaywright } from '../run-playwright.ts';
import { testLanguage } from './language-tests.ts';

// In this repository the packages are run from their sources, also in the process of the application.
process.env.NODE_OPTIONS = `--import ${new URL('../../tools/source-resolution.ts', import.meta.url).href}`;

test.skipIf(!hasChromium)(
  'two Playwright workers test the same day, each with an application in its own process (EMU-17)',
  async () => {
    const output = await runPlaywright('examples/end-to-end/playwright.config.ts');
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
