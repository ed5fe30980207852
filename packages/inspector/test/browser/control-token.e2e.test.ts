import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import type { Browser, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { inBrowser as test } from './inspect.ts';

const TOKEN = 'token/for+tests=';

/** Serves an emulator with a control token, and opens a page that has not loaded anything yet. */
async function serveWithToken(browser: Browser) {
  const emulator = createEmulator({ now: '2026-01-01T09:00Z' });
  const server = await listen(emulator, { controlToken: TOKEN });
  const context = await browser.newContext();
  onTestFinished(async () => {
    await context.close();
    await server.close();
    emulator.close();
  });
  const send = async (body: string) => {
    const message = { to: '447700900123', from: { type: 'custom', value: 'DEMO' }, body };
    const url = `${server.url}/message?key=${emulator.account.apiKey}`;
    const response = await fetch(url, { method: 'POST', body: JSON.stringify({ messages: [message] }) });
    expect(response.status).toBe(200);
  };
  return { page: await context.newPage(), url: server.inspectorUrl, send };
}

/** Types a token into the card that the page shows instead of its views. */
async function typeToken(page: Page, token: string): Promise<void> {
  await page.getByRole('heading', { name: 'This emulator has a control token' }).waitFor();
  await page.getByRole('textbox', { name: 'Control token' }).fill(token);
  await page.keyboard.press('Enter');
}

test('the page asks for the control token, and then shows the messages as they arrive (EMU-22)', async ({
  browser,
}) => {
  const { page, url, send } = await serveWithToken(browser);
  await send('Before');
  await page.goto(`${url}#/messages`);
  await page.getByRole('heading', { name: 'This emulator has a control token' }).waitFor();
  // What the emulator says about the header is for programs.
  expect(await page.content()).not.toContain('Authorization');
  expect(await page.getByRole('region', { name: 'Time' }).count()).toBe(0);
  await typeToken(page, TOKEN);
  await page.getByRole('row', { name: /Before/ }).waitFor();
  // New messages are shown without a reload, so the stream of events has the token, too.
  await send('After');
  await page.getByRole('row', { name: /After/ }).waitFor();
});

test('the page takes the control token from the address that the command prints, and removes it there (EMU-22)', async ({
  browser,
}) => {
  const { page, url, send } = await serveWithToken(browser);
  await send('Hello');
  await page.goto(`${url}#token=${encodeURIComponent(TOKEN)}`);
  await page.evaluate(() => {
    location.hash = '#/messages';
  });
  await page.getByRole('row', { name: /Hello/ }).waitFor();
  expect(page.url()).not.toContain('token');
  // A reload in the same tab keeps the token.
  await page.reload();
  await page.getByRole('row', { name: /Hello/ }).waitFor();
});

test('a wrong control token is reported in words of the server, and no data is shown (EMU-22)', async ({
  browser,
}) => {
  const { page, url, send } = await serveWithToken(browser);
  await send('Secret text');
  await page.goto(`${url}#/messages`);
  await typeToken(page, 'wrong');
  await page.getByRole('alert').getByText('The control token is wrong.').waitFor();
  expect(await page.content()).not.toContain('Secret text');
  await typeToken(page, TOKEN);
  await page.getByRole('row', { name: /Secret text/ }).waitFor();
});
