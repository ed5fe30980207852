import { expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

test('a message is sent with the keyboard alone, and arrives on the phone that opens', async ({
  inspect,
}) => {
  const { page, visit } = await inspect();
  await visit('#/phones');
  await page.getByRole('banner').getByRole('button', { name: 'New message' }).press('Enter');
  await page.getByRole('dialog').getByRole('textbox', { name: 'To' }).waitFor();
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('to');
  await page.keyboard.type('+44 7700 900123');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Your code is 482913');
  await page.keyboard.press('Control+Enter');
  const conversation = page.getByRole('region', { name: 'Conversation of +447700900123' });
  await conversation.getByText('Your code is 482913', { exact: true }).waitFor();
  await page.getByText('1 message queued.').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await page.keyboard.type('Thanks');
  await page.keyboard.press('Enter');
  await conversation.getByText('Thanks', { exact: true }).waitFor();
});

test('a one-time code is copied from the phone', async ({ inspect }) => {
  const { page, send, visit } = await inspect({
    browser: { permissions: ['clipboard-read', 'clipboard-write'] },
  });
  await send(text('Your code is 482913'));
  await visit('#/phones/447700900123');
  await page.getByRole('button', { name: 'Copy code 482913' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('482913');
});

test('the next three sends fail with 503, in one line', async ({ inspect }) => {
  const { page, visit, control } = await inspect();
  await visit('#/requests');
  const faults = page.getByRole('group', { name: 'Faults' });
  await faults.getByRole('spinbutton', { name: 'Number of calls' }).fill('3');
  await faults.getByRole('combobox', { name: 'Calls' }).selectOption('messages.send');
  await faults.getByRole('spinbutton', { name: 'retry after' }).fill('10');
  await faults.getByRole('button', { name: 'Switch on' }).click();
  await faults.getByText('Next 3 sends fail with 503, retry after 10 s: 3 calls left').waitFor();
  expect(await control('GET /faults')).toMatchObject({
    faults: [{ operation: 'messages.send', status: 503, times: 3, headers: { 'retry-after': '10' } }],
  });
});

test('a message is sent again with its text, and shows its encoding and invisible characters', async ({
  inspect,
}) => {
  const { page, send, visit, emulator } = await inspect();
  await send(text('Sale\u202E today'));
  await visit(`#/messages/${emulator.messages()[0]?.messageUuid}`);
  const detail = page.getByRole('region', { name: 'Message', exact: true });
  await detail.getByText('Sale[U+202E] today').waitFor();
  await detail.getByText(/^UCS-2.*1 part/).waitFor();
  await detail.getByRole('button', { name: 'Send again…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  await expect
    .poll(() => emulator.messages().map(({ body }) => body))
    .toEqual(['Sale\u202E today', 'Sale\u202E today']);
});

test('webhooks that failed are sent again together, and their attempts are compared', async ({ inspect }) => {
  const { page, send, visit, receiver, emulator } = await inspect();
  receiver.statuses.push(500, 500);
  await send(text('One', { callback: receiver.url }), text('Two', { callback: receiver.url }));
  await send(text('Three', { callback: receiver.url }));
  await emulator.settle();
  await visit('#/webhooks');
  await page
    .getByRole('row', { name: /pending · 500/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Resend failed' }).click();
  await page.getByText('2 of 2 webhooks accepted.').waitFor();
  const succeeded = page.getByRole('row', { name: /succeeded · 200/ });
  await expect.poll(() => succeeded.count()).toBe(3);
  // The webhook that was attempted last is the first, although the clock stands still.
  await succeeded.first().click();
  await page.getByText('Compare the attempts').click();
  await expect.poll(() => page.getByRole('row', { name: 'Status' }).textContent()).toBe('Status500200');
});
