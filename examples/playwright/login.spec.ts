import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect } from '@messaging-service/emulator/playwright';
import { createApp } from './app.ts';

const PHONE = '447700900123';

/** The application starts once for each worker, with the emulator of the worker. */
const test = base.extend<object, { appUrl: string }>({
  appUrl: [
    async ({ emulator }, use) => {
      const server = createServer(createApp(emulator.baseUrl, emulator.account.apiKey)).listen(
        0,
        '127.0.0.1',
      );
      await once(server, 'listening');
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker' },
  ],
});

test('a customer logs in with the code on the phone', async ({ page, appUrl, sms, emulator }) => {
  await page.goto(appUrl);
  await page.getByLabel('Mobile number').fill(`+${PHONE}`);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Code').fill(await sms.waitForCode({ to: PHONE }));
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('status')).toHaveText('You are logged in.');
  await expect(emulator).toHaveSentMessage({ to: PHONE, body: /is your code/ });
});

test('the page reports that no code could be sent', async ({ page, appUrl, sms, emulator }) => {
  await emulator.addFault({ operation: 'messages.send', code: 'insufficient_credits' });
  await page.goto(appUrl);
  await page.getByLabel('Mobile number').fill('+447700900124');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('status')).toHaveText('We could not send a code. Try again later.');
  expect(await sms.messages()).toEqual([]);
});
