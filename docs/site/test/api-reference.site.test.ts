/** The API reference of the built site, in Chromium: `npm run docs` comes first. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite, type Site } from './site.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

test('a link of the navigation shows its operation', async () => {
  const page = await site.open('api/explorer.html');
  await page.getByRole('link', { name: 'Accounts' }).first().click();
  await expect.poll(() => page.url()).toContain('#tag/accounts');
  const heading = page.getByRole('heading', { name: 'Accounts' }).first();
  await expect
    .poll(() => heading.evaluate((one) => one.getBoundingClientRect().top < innerHeight))
    .toBe(true);
  await page.close();
});

test('a request that is tried reaches the emulator of the page, with a key that works', async () => {
  const page = await site.open('api/explorer.html#tag/messages/post/message');
  await page
    .getByRole('button', { name: /test request/i })
    .first()
    .click();
  await page.getByRole('button', { name: /^send/i }).first().click();
  await page.getByText(/200/).first().waitFor();
  await page.getByText('messageUuid').first().waitFor();
  await page.close();
});

test('until the explorer has loaded, its page leads to all calls as text', async () => {
  const page = await site.open('api/control-explorer.html', { hasScripts: false });
  await page.getByRole('link', { name: 'Read the control API as text' }).click();
  await page.getByRole('heading', { name: 'Control API of the emulator' }).waitFor();
  await page.close();
  const loaded = await site.open('api/control-explorer.html');
  await loaded.getByRole('link', { name: 'Clock' }).first().waitFor();
  await loaded.getByText('The explorer loads').waitFor({ state: 'hidden' });
  await loaded.close();
});

test('a control has the method of an emulator in TypeScript first, and curl beside it', async () => {
  const page = await site.open('api/control.html', { hasScripts: false });
  const tabs = page.locator('#advanceClock ~ .vp-code-group').first().locator('.tabs label');
  expect(await tabs.allTextContents()).toEqual(['TypeScript', 'curl']);
  await page.getByText("emulator.clock.advance('10m')").waitFor();
  await page.close();
});

test('an operation has code for TypeScript first, and for curl, Go, PHP and Python', async () => {
  const page = await site.open('api/explorer.html#tag/messages/POST/message');
  await page.getByText('createMessagingClient').first().waitFor();
  await page
    .getByRole('button', { name: /typescript/i })
    .first()
    .click();
  for (const name of ['Curl', 'NewRequest', 'cURL', 'Requests'])
    await page.getByRole('option', { name }).first().waitFor();
  await page.close();
});
