import { startReverseProxy } from '@messaging-service/test-support';
import { expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

test.for(['/team/sms', '/_emulator-dev'])(
  'the page works below the path %s of a reverse proxy, also that of a sandbox (EMU-26)',
  async (path, { inspect }) => {
    const { page: direct, server, send, control } = await inspect();
    const page = await direct.context().newPage();
    const address = await startReverseProxy(new URL(server.url).port, path);
    const failures: string[] = [];
    page.on('response', (response) => {
      const isElsewhere = !response.url().startsWith(`${address}/`);
      if (isElsewhere || response.status() >= 400) failures.push(`${response.status()} ${response.url()}`);
    });
    await send(text('Sent before the page was opened'));
    await page.goto(`${address}/_emulator`);
    await page.getByText('Sent before the page was opened').first().waitFor();
    expect(page.url()).toContain(`${address}/_emulator/`);
    await page.getByText(`API ${address}`).first().waitFor();
    await control('POST /sandboxes', { name: 'checkout' });
    const picker = page.getByRole('combobox', { name: 'Sandbox' });
    await picker.selectOption({ label: 'checkout (sandbox-1)' });
    await page.waitForURL(`${address}/_emulator/sandboxes/sandbox-1/**`);
    await page.getByText('No message yet').waitFor();
    expect(failures).toEqual([]);
  },
);
