import { serve } from '@messaging-service/test-support';
import { expect, test } from 'vitest';
import { hasChromium, runPlaywright } from '../run-playwright.ts';

const config = 'examples/playwright/playwright.config.ts';

test.skipIf(!hasChromium)('the tests pass with an emulator for each worker', async () => {
  expect(await runPlaywright(config)).toContain('2 passed');
});

test.skipIf(!hasChromium)('the tests pass with sandboxes of a server', async () => {
  const { emulator, server, read } = await serve();
  expect(await runPlaywright(config, server.url)).toContain('2 passed');
  expect(emulator.messages()).toEqual([]);
  expect(await read('/sandboxes')).toEqual({ sandboxes: [] });
});

test.skipIf(!hasChromium)(
  'two workers test the same day, each with an application in its own process (EMU-17)',
  async () => {
    const output = await runPlaywright('examples/end-to-end/playwright.config.ts');
    expect(output).toContain('Running 2 tests using 2 workers');
    expect(output).toContain('2 passed');
  },
);
