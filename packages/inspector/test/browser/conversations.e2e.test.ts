import { describe, expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

const NUMBER = '447700900123';

describe('the box to reply', () => {
  test('writes to the sender ID of the latest message, or to the one that is chosen', async ({ inspect }) => {
    const { page, send, visit, emulator, control } = await inspect();
    await send(text('First'));
    await emulator.clock.advance('1s');
    await send(text('Second', { from: { type: 'custom', value: '447700900990' } }));
    await visit(`#/phones/${NUMBER}`);
    const to = page.getByRole('combobox', { name: 'Sender ID to write to' });
    const box = page.getByRole('textbox', { name: `Write as +${NUMBER}` });
    await expect.poll(() => to.inputValue()).toBe('447700900990');
    await box.fill('To the second');
    await box.press('Enter');
    await page.getByRole('log').getByText('To the second').waitFor();
    await to.selectOption('DEMO');
    await box.fill('To the first');
    await box.press('Enter');
    await page.getByRole('log').getByText('To the first').waitFor();
    expect(await control(`GET /handsets/${NUMBER}`)).toMatchObject({
      lines: [
        { body: 'First' },
        { body: 'Second' },
        { to: '447700900990', message: 'To the second' },
        { to: 'DEMO', message: 'To the first' },
      ],
    });
  });

  test('keeps line breaks of Shift+Enter, and does not send spaces', async ({ inspect }) => {
    const { page, send, visit, control } = await inspect();
    await send(text('Hello'));
    await visit(`#/phones/${NUMBER}`);
    const box = page.getByRole('textbox', { name: `Write as +${NUMBER}` });
    const button = page
      .getByRole('region', { name: /^Conversation/ })
      .getByRole('button', { name: 'Send', exact: true });
    await box.fill('   ');
    expect(await button.isDisabled()).toBe(true);
    await box.press('Enter');
    await box.fill('one');
    await box.press('Shift+Enter');
    await box.pressSequentially('two');
    await box.press('Enter');
    await expect.poll(() => box.inputValue()).toBe('');
    expect(await control(`GET /handsets/${NUMBER}`)).toMatchObject({
      lines: [{ body: 'Hello' }, { message: 'one\ntwo' }],
    });
  });
});

test('a reply shows its invisible characters', async ({ inspect }) => {
  const { page, send, visit, emulator } = await inspect();
  await send(text('Hello'));
  emulator.handset(NUMBER).reply('Yes\u202E');
  await visit(`#/phones/${NUMBER}`);
  await page.getByRole('log').getByText('Yes[U+202E]').waitFor();
});

test('a scheduled message is at the end of its conversation, and is canceled there', async ({ inspect }) => {
  const { page, send, visit, emulator } = await inspect();
  await send(text('Tomorrow', { send_at: '2026-01-02T09:00Z' }));
  await send(text('Now'));
  await visit(`#/phones/${NUMBER}`);
  const log = page.getByRole('log');
  await log.getByText('in 1 d').waitFor();
  const texts = () => log.locator('.bubble-text').allTextContents();
  expect(await texts()).toEqual(['Now', 'Tomorrow']);
  expect(await log.locator('.day').allTextContents()).toEqual(['1 Jan 2026', '2 Jan 2026']);
  await log.getByRole('button', { name: /^Cancel batch/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
  expect(emulator.messages()).toHaveLength(2);
  await log.getByRole('button', { name: /^Cancel batch/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel batch' }).click();
  await expect.poll(texts).toEqual(['Now']);
});

test('a message to a phone can be sent from its page, with the number filled in', async ({ inspect }) => {
  const { page, visit, emulator } = await inspect();
  await visit(`#/phones/${NUMBER}`);
  await page.getByRole('button', { name: 'Send to it' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('textbox', { name: 'To' }).inputValue()).toBe(NUMBER);
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Hello');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('log').getByText('Hello').waitFor();
  expect(emulator.messages()).toMatchObject([{ to: NUMBER, body: 'Hello' }]);
});

test('the units of a text are previewed as the emulator bills them', async ({ inspect }) => {
  const { page, send, emulator } = await inspect();
  await page.getByRole('banner').getByRole('button', { name: 'New message' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'To' }).fill(NUMBER);
  for (const [body, preview] of [
    ['x'.repeat(160), '1 unit, GSM-7, 0 characters left in the last one · 1 credit for 1 number'],
    ['x'.repeat(161), '2 units, GSM-7, 145 characters left in the last one · 2 credits for 1 number'],
    [`${'x'.repeat(159)}€`, '2 units, GSM-7'],
    ['grüße 👋 ж', 'UCS-2 because of 👋 ж'],
    ['абвгдежз', 'UCS-2 because of а б в г д and 3 more'],
  ] as const) {
    await dialog.getByRole('textbox', { name: 'Text' }).fill(body);
    await dialog.getByRole('status').getByText(preview).waitFor();
    const shown = (await dialog.getByRole('status').filter({ hasText: 'unit' }).textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Dry run' }).click();
    await page.getByText('The service would accept this request.').waitFor();
    emulator.reset();
    await send(text(body));
    expect(emulator.messages()[0]?.units).toBe(Number(/^\d+/.exec(shown)?.[0]));
  }
});
