import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

const MOTHER = '447700900123';

/** Finds something by the palette, from whatever view is open. */
async function find(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  await palette.getByRole('combobox').fill(words);
  await palette
    .getByRole('option', { name: new RegExp(words) })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await palette.waitFor({ state: 'detached' });
}

const message = (page: Page) => page.getByRole('region', { name: 'Message', exact: true });

test('the first view leads to a request that was refused, and to the reason', async ({ inspect }) => {
  const { page, send } = await inspect();
  await send(text('Your code is 1234', { from: { type: 'custom', value: 'OTHER' } })).catch(() => undefined);
  await page.getByText('No message yet').waitFor();
  await page.getByRole('link', { name: /^Requests/ }).click();
  await page.getByRole('row', { name: /403.*1 message to \+447700900123 sender_not_owned/ }).click();
  const detail = page.getByRole('region', { name: 'Request', exact: true });
  await expect.poll(() => detail.textContent()).toMatch(/sender_not_owned.*OTHER/s);
});

test('the first view leads to a message whose credits are held, and to when it is due', async ({
  inspect,
}) => {
  const { page, send } = await inspect();
  await send(text('Your appointment', { send_at: '2026-01-02T09:00Z' }));
  await page.getByRole('row', { name: /\+447700900123.*scheduled/ }).click();
  await page.getByText('in 1 d').waitFor();
  await page.getByRole('link', { name: /^Details of the message/ }).click();
  await expect
    .poll(() => message(page).textContent())
    .toMatch(/Credits held.*1 credit.*after 1 d.*Due.*2 Jan.*09:00:00.*Not sent yet/);
});

test('the palette leads to a message that failed, and to the code of its receipt', async ({ inspect }) => {
  const { page, send } = await inspect();
  await send(text('To a phone that is off', { to: '447700900822' }), text('To another one'));
  await find(page, '447700900822');
  await page.getByText('22 No response').waitFor();
  await page.getByRole('link', { name: /^Details of the message/ }).click();
  await expect.poll(() => message(page).textContent()).toMatch(/Failed.*22 No response/);
});

test('a search leads to a message whose webhook failed, and to the response of the receiver', async ({
  inspect,
}) => {
  const { page, send, receiver, emulator } = await inspect();
  receiver.statuses.push(500);
  await send(text('Delivered, but not known', { callback: `${receiver.url}/receipts` }));
  await emulator.settle();
  await page.getByRole('link', { name: /^Messages/ }).click();
  await page.getByRole('searchbox').fill(MOTHER);
  await page.getByRole('row', { name: /Delivered, but not known/ }).click();
  await expect
    .poll(() => message(page).textContent())
    .toMatch(/Delivered.*00 Successful.*Webhook attempt 1.*500.*Webhook attempt 2 planned/);
  await message(page).getByRole('link', { name: 'Webhook' }).first().click();
  const webhook = page.getByRole('region', { name: 'Webhook delivery' });
  await expect.poll(() => webhook.textContent()).toMatch(/pending.*500.*Response/);
});
