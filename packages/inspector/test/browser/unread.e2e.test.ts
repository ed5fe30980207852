import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

const unread = (page: Page) => page.getByRole('row', { name: /^Unread/ });

test('a phone that received a text since the page was opened is marked until it is looked at', async ({
  inspect,
}) => {
  const { page, send, visit, emulator } = await inspect();
  await visit('#/phones');
  await send(text('First', { to: '447700900111' }));
  await page.getByRole('log').getByText('First').waitFor();
  await visit('#/phones/447700900111');
  await send(text('Second', { to: '447700900222' }), text('Third', { to: '447700900333' }));
  await unread(page).filter({ hasText: '447700900222' }).waitFor();
  await unread(page).filter({ hasText: '447700900333' }).waitFor();
  await page.reload();
  await unread(page).filter({ hasText: '447700900333' }).waitFor();
  await page.getByRole('row', { name: /447700900333/ }).click();
  await expect.poll(() => unread(page).count()).toBe(1);
  // What its owner writes is not news for the user.
  emulator.handset('447700900111').reply('Yes');
  await page.getByRole('row', { name: /447700900111.*reply/ }).waitFor();
  expect(await unread(page).count()).toBe(1);
});

test('after an undo, new texts are marked although the history is shorter', async ({ inspect }) => {
  const { page, send, visit, control } = await inspect();
  await send(text('First', { to: '447700900111' }), text('Second', { to: '447700900222' }));
  const moved = await control('POST /clock/advance', { by: '1h', undoable: true });
  await send(text('Lost', { to: '447700900222' }));
  await visit('#/phones/447700900222');
  await page.getByRole('log').getByText('Lost').waitFor();
  await visit('#/phones/447700900111');
  await control(`POST /clock/moves/${(moved as { move: string }).move}/undo`);
  await expect.poll(() => page.getByRole('row', { name: /Lost/ }).count()).toBe(0);
  await send(text('New', { to: '447700900222' }));
  await unread(page).filter({ hasText: 'New' }).waitFor();
});

test('the browser tells about new texts while the page is hidden, if the user wants that', async ({
  inspect,
}) => {
  const { page, send, visit } = await inspect({ browser: { permissions: ['notifications'] } });
  await page.evaluate(() => {
    const shown: string[] = [];
    const Notification = function (title: string, { body }: { readonly body: string }) {
      shown.push(`${title}: ${body}`);
    };
    Object.assign(Notification, { permission: 'granted', requestPermission: async () => 'granted' });
    Object.assign(globalThis, { shown, Notification });
  });
  const shown = () => page.evaluate(() => (globalThis as unknown as { shown: string[] }).shown);
  await visit('#/phones');
  await page.getByRole('button', { name: 'Notify me' }).click();
  await page.getByRole('button', { name: 'Notify me', pressed: true }).waitFor();
  await send(text('Seen'));
  await page.getByRole('log').getByText('Seen').waitFor();
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }));
  await send(text('Your code is 482913', { to: '447700900222' }));
  await expect.poll(shown).toEqual(['+447700900222: Your code is 482913']);
});
