import { describe, expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

interface Created {
  readonly id: string;
}

describe('sandboxes that other programs create and delete', () => {
  test('appear in the selection without a reload, and disappear from it', async ({ inspect }) => {
    const { page, control } = await inspect();
    const picker = page.getByRole('combobox', { name: 'Sandbox' });
    await page.getByText('No message yet').waitFor();
    expect(await picker.count()).toBe(0);
    const { id } = (await control('POST /sandboxes', { name: 'checkout tests' })) as Created;
    await picker.waitFor();
    await expect
      .poll(() => picker.locator('option').allTextContents())
      .toEqual(['Default service', `checkout tests (${id})`]);
    await control(`DELETE /sandboxes/${id}`);
    await picker.waitFor({ state: 'detached' });
  });

  test('are deleted while a form is open: its page says so, and leads to those that are left', async ({
    inspect,
  }) => {
    const { page, server, control } = await inspect();
    const { id } = (await control('POST /sandboxes', { name: 'doomed' })) as Created;
    await control('POST /sandboxes', { name: 'other' });
    await page.goto(`${server.url}/_emulator/sandboxes/${id}/#/accounts`);
    await page.getByRole('button', { name: 'New account' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Bakery');
    await control(`DELETE /sandboxes/${id}`);
    await page.getByText(`The sandbox ${id} does not exist`).waitFor();
    await page.getByRole('link', { name: 'other' }).click();
    await page.waitForURL(/\/sandboxes\/[^/]+\/#\/accounts$/);
    await page.getByRole('button', { name: 'Top up' }).waitFor();
  });
});

test('a sandbox has a time, messages and keys of its own, and its page sends with them', async ({
  inspect,
}) => {
  const { page, visit, emulator, control } = await inspect();
  await visit('#/state');
  await page.getByRole('button', { name: 'New sandbox' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('night');
  await dialog.getByRole('combobox', { name: 'Clock' }).selectOption('virtual');
  await dialog.getByLabel('Starts at').fill('2030-06-01T23:00');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL(/\/sandboxes\/[^/]+\/#\/state$/);
  await page.getByRole('link', { name: 'Clock: 1 Jun 2030 23:00:00 virtual' }).waitFor();
  await page.getByText('shown', { exact: true }).waitFor();
  await page.getByRole('banner').getByRole('button', { name: 'New message' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'To' }).fill('447700900123');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Text' }).fill('In the sandbox');
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('button', { name: 'Show it' }).click();
  await page.getByRole('region', { name: 'Message', exact: true }).getByText('In the sandbox').waitFor();
  expect(emulator.messages()).toEqual([]);
  const { sandboxes } = (await control('GET /sandboxes')) as { sandboxes: Created[] };
  expect(await control(`GET /sandboxes/${sandboxes[0]?.id}/messages`)).toMatchObject({
    messages: [{ body: 'In the sandbox' }],
  });
  await page.getByRole('combobox', { name: 'Sandbox' }).selectOption('');
  await page.getByText('No message yet').waitFor();
});

test('the clock of one sandbox does not move the others, whose pages stay open', async ({ inspect }) => {
  const { page, server, send, control, visit } = await inspect();
  const { id } = (await control('POST /sandboxes', { now: '2030-01-01T00:00Z' })) as Created;
  await visit('#/phones');
  const other = await page.context().newPage();
  await other.goto(`${server.url}/_emulator/sandboxes/${id}/#/clock`);
  await other.getByRole('button', { name: '+ 1 day' }).click();
  await other.getByRole('link', { name: 'Clock: 2 Jan 2030 00:00:00 virtual' }).waitFor();
  await send(text('Today'));
  await page.getByRole('row', { name: /Today/ }).waitFor();
  await page.getByRole('link', { name: 'Clock: 1 Jan 2026 09:00:00 virtual' }).waitFor();
});
