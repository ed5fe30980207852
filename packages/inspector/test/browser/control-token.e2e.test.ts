import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import type { Browser, Dialog, Page } from 'playwright-core';
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

/** Collects the questions of a page, and types a text into each. */
function typeIntoDialogs(page: Page, texts: string[]): string[] {
  const questions: string[] = [];
  page.on('dialog', (dialog: Dialog) => {
    questions.push(dialog.message());
    void dialog.accept(texts.shift() ?? '');
  });
  return questions;
}

test('the page asks for the control token, and then shows the messages as they arrive (EMU-22)', async ({
  browser,
}) => {
  const { page, url, send } = await serveWithToken(browser);
  const questions = typeIntoDialogs(page, [TOKEN]);
  await send('Before');
  await page.goto(`${url}#/messages`);
  await page.getByRole('row', { name: /Before/ }).waitFor();
  expect(questions).toEqual(['This emulator has a control token. Enter it:']);
  // New messages are shown without a reload, so the stream of events has the token, too.
  await send('After');
  await page.getByRole('row', { name: /After/ }).waitFor();
});

test('the page takes the control token from the address that the command prints, and removes it there (EMU-22)', async ({
  browser,
}) => {
  const { page, url, send } = await serveWithToken(browser);
  const questions = typeIntoDialogs(page, []);
  await send('Hello');
  await page.goto(`${url}#token=${encodeURIComponent(TOKEN)}`);
  await page.evaluate(() => {
    location.hash = '#/messages';
  });
  await page.getByRole('row', { name: /Hello/ }).waitFor();
  expect(questions).toEqual([]);
  expect(page.url()).not.toContain('token');
  // A reload in the same tab keeps the token.
  await page.reload();
  await page.getByRole('row', { name: /Hello/ }).waitFor();
  expect(questions).toEqual([]);
});

test('a wrong control token is reported in words of the server, and no data is shown (EMU-22)', async ({
  browser,
}) => {
  const { page, url, send } = await serveWithToken(browser);
  typeIntoDialogs(page, ['wrong', 'wrong']);
  await send('Secret text');
  await page.goto(`${url}#/messages`);
  await page.getByText('The control token is wrong.').first().waitFor();
  expect(await page.content()).not.toContain('Secret text');
});
