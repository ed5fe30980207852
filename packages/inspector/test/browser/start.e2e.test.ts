import { describe, expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

describe('from the page', () => {
  test('a message is sent with a preview of its units, and refused values are shown in the form', async ({
    inspect,
  }) => {
    const { page, emulator } = await inspect();
    await page.getByRole('banner').getByRole('button', { name: 'New message' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send a message' });
    await dialog.getByRole('textbox', { name: 'To' }).fill('12');
    await dialog.getByRole('textbox', { name: 'Text' }).fill('ж'.repeat(71));
    await dialog.getByText('2 units, UCS-2').waitFor();
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog
      .getByRole('alert')
      .getByText(/not valid/)
      .waitFor();
    expect(await dialog.getByRole('textbox', { name: 'To' }).getAttribute('aria-invalid')).toBe('true');
    await dialog.getByRole('textbox', { name: 'To' }).fill('+44 7700 900123');
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Your table is ready');
    await dialog.getByRole('combobox', { name: 'Channels' }).selectOption('rcs,sms');
    await dialog.getByRole('button', { name: 'Dry run' }).click();
    await page.getByText('The service would accept this request.').waitFor();
    expect(emulator.messages()).toEqual([]);
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show it' }).click();
    await page
      .getByRole('region', { name: 'Message', exact: true })
      .getByText('Your table is ready')
      .waitFor();
    expect(emulator.messages()).toMatchObject([{ to: '+447700900123', from: 'DEMO', channel: 'rcs' }]);
  });

  test('a batch is scheduled and canceled', async ({ inspect }) => {
    const { page, emulator, visit } = await inspect();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Command/ }).fill('send batch');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Send a batch' });
    await dialog.getByRole('textbox', { name: 'To' }).fill('447700900001\n447700900002');
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Sale!');
    await dialog.getByText('2 credits for 2 numbers').waitFor();
    await dialog.getByLabel('Send at').fill('2026-01-05T10:00');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(emulator.messages()).toMatchObject([{ state: 'scheduled' }, { state: 'scheduled' }]);
    await visit('#/clock');
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Cancel batch/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel batch' }).click();
    await page.getByText('Nothing is due').waitFor();
    expect(emulator.messages()).toEqual([]);
  });

  test('an error of a form appears in its dialog, at the control that it is about', async ({ inspect }) => {
    const { page, visit } = await inspect();
    await visit('#/accounts');
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    const schedule = dialog.getByRole('textbox', { name: 'Schedule' });
    await schedule.fill('every monday');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await schedule.getAttribute('aria-invalid')).toBe('true');
    const note = await schedule.getAttribute('aria-describedby');
    expect(await dialog.locator(`[id="${note}"]`).textContent()).toMatch(/cron|fields/i);
    expect(await schedule.evaluate((element) => element === document.activeElement)).toBe(true);
    await schedule.fill('0 0 1 * *');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  test('the network holds or fails the number of the example, and a rule applies to test numbers', async ({
    inspect,
  }) => {
    const { page, send, visit, emulator } = await inspect();
    const example = (await page.getByLabel('Example call', { exact: true }).textContent()) ?? '';
    const [, number = ''] = /"to":"(\d+)"/.exec(example) ?? [];
    await visit('#/state');
    await page.getByText('Test numbers', { exact: true }).click();
    await page.getByText('4477009008cc').waitFor();
    await page.getByRole('radio', { name: /^Hold/ }).check();
    await page.getByText('Messages wait until you deliver or fail them.', { exact: true }).first().waitFor();
    await expect
      .poll(async () => (await send(text('Held?', { to: number })), emulator.messages().at(-1)?.state))
      .toBe('sent');
    await page.getByRole('radio', { name: /^Fail/ }).check();
    await expect
      .poll(async () => (await send(text('Failed?', { to: number })), emulator.messages().at(-1)?.state))
      .toBe('failed');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Number' }).fill('447700900123');
    await dialog.getByRole('combobox', { name: 'Outcome' }).selectOption('fail');
    await dialog.getByRole('textbox', { name: 'Code' }).fill('30');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByText('fails with code 30').waitFor();
    await send(text('Ruled'));
    expect(emulator.messages().at(-1)).toMatchObject({ state: 'failed', receipt: { code: '30' } });
    await page.getByRole('button', { name: 'Remove the rule for 447700900123' }).click();
    await page.getByText('fails with code 30').waitFor({ state: 'detached' });
    await send(text('Free'));
    expect(emulator.messages().at(-1)).toMatchObject({ state: 'delivered' });
  });

  test('a sandbox is created, shown and deleted, and its page then says that it does not exist', async ({
    inspect,
  }) => {
    const { page, visit, server } = await inspect();
    await visit('#/state');
    await page.getByRole('button', { name: 'New sandbox' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('checkout');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(/\/sandboxes\/sandbox-1\//);
    await page.getByRole('button', { name: 'Delete… checkout' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The sandbox sandbox-1 does not exist').waitFor();
    await visit('#/messages');
    await page.getByText('The sandbox sandbox-1 does not exist').waitFor();
    expect(await page.getByText('No message yet').count()).toBe(0);
    await page.goto(`${server.url}/_emulator/sandboxes/sandbox-1/`);
    await page.getByText('The sandbox sandbox-1 does not exist').waitFor();
    await page.getByRole('link', { name: 'Default service' }).click();
    await page.getByText('No message yet').first().waitFor();
  });

  test('a fault counts its hits, and one with an error code is added from a form', async ({ inspect }) => {
    const { page, visit, send } = await inspect();
    await visit('#/requests');
    await page.getByRole('spinbutton', { name: 'Number of calls' }).fill('3');
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('3 calls left').waitFor();
    await expect(send(text('Lost'))).rejects.toThrow();
    await page.getByText('2 calls left, 1 hit so far').waitFor();
    await page.getByRole('button', { name: 'Other…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Error code' }).selectOption('insufficient_credits');
    await dialog.getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('Next call fails with insufficient_credits: 1 call left').waitFor();
  });
});
