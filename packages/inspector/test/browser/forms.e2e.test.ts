import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

/** Waits until a control is marked as wrong, and returns the reason that is shown for it. */
async function reasonAt(dialog: Locator, control: Locator): Promise<string> {
  await expect.poll(() => control.getAttribute('aria-invalid')).toBe('true');
  const note = await control.getAttribute('aria-describedby');
  return (await dialog.locator(`[id="${note}"]`).textContent()) ?? '';
}

const dialogOf = (page: Page) => page.getByRole('dialog');
const alertIn = (place: Locator | Page) => place.getByRole('alert').filter({ hasText: /./ });

describe('a form that the service refuses stays open with its values, and says why', () => {
  test('a message without credits, and one with a callback that is not an address', async ({ inspect }) => {
    const { page, emulator } = await inspect({ options: { accounts: [{ senders: ['DEMO'], credits: 0 }] } });
    await page.getByRole('banner').getByRole('button', { name: 'New message' }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole('textbox', { name: 'To' }).fill('447700900123');
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Hello');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await alertIn(dialog)
      .getByText(/needs 1 credit and/)
      .waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('Hello');
    // The browser itself refuses an address without a scheme, so that nothing is sent.
    await dialog.getByRole('textbox', { name: 'Callback' }).fill('receiver');
    await dialog.getByRole('button', { name: 'Dry run' }).click();
    const callback = dialog.getByRole('textbox', { name: 'Callback' });
    expect(await callback.evaluate((input) => (input as HTMLInputElement).validity.typeMismatch)).toBe(true);
    await callback.fill('ftp://receiver.test/');
    await dialog.getByRole('button', { name: 'Dry run' }).click();
    expect(await reasonAt(dialog, callback)).toMatch(/http/);
    expect(emulator.messages()).toEqual([]);
    await dialog.getByRole('button', { name: 'Batch', exact: true }).click();
    await alertIn(dialog).waitFor({ state: 'detached' });
    expect(await dialog.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('Hello');
  });

  test('a batch with a destination that is not a number', async ({ inspect }) => {
    const { page, emulator } = await inspect();
    await page.getByRole('banner').getByRole('button', { name: 'New message' }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole('button', { name: 'Batch', exact: true }).click();
    const to = dialog.getByRole('textbox', { name: 'To' });
    await to.fill('+44 7700 900001\nbob');
    await dialog.getByText('0 credits for 2 numbers').or(dialog.getByText('credits for 2 numbers')).waitFor();
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Sale!');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    expect(await reasonAt(dialog, to)).toMatch(/number/i);
    expect(emulator.messages()).toEqual([]);
  });

  test('a threshold whose address is not one of the web', async ({ inspect }) => {
    const { page, visit } = await inspect();
    await visit('#/accounts');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole('combobox', { name: 'Fires on' }).selectOption('packaged_percentage');
    await dialog.getByRole('spinbutton', { name: 'Share, in per cent' }).fill('25');
    const url = dialog.getByRole('textbox', { name: 'URL' });
    await url.fill('ftp://receiver.test/');
    await dialog.getByRole('button', { name: 'Add' }).click();
    expect(await reasonAt(dialog, url)).toMatch(/http/);
    await url.fill('http://receiver.test/');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByText('Packaged credits below a share of the refill: 25 %').waitFor();
  });

  test('a fault that can match no call', async ({ inspect }) => {
    const { page, visit, emulator } = await inspect();
    await visit('#/requests');
    await page.getByRole('button', { name: 'Other…' }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole('textbox', { name: 'Path' }).fill('/nothing');
    await dialog.getByRole('spinbutton', { name: 'Status' }).fill('503');
    await dialog.getByRole('button', { name: 'Switch on' }).click();
    await alertIn(dialog).waitFor();
    expect(emulator.faults()).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Path' }).fill('/mess*');
    await dialog.getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('Next /mess* call fails with 503: 1 call left').waitFor();
  });

  test('a payload that is not JSON, and an address that the emulator does not call', async ({ inspect }) => {
    const { page, send, visit, receiver, server, emulator } = await inspect();
    await send(text('Hello', { callback: `${receiver.url}/r` }));
    await emulator.settle();
    await visit(`#/webhooks/${emulator.webhooks()[0]?.id}`);
    await page.getByRole('button', { name: 'Edit and resend…' }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole('textbox', { name: /Payload/ }).fill('{"a":');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await alertIn(dialog).getByText(/JSON/).waitFor();
    await dialog.getByRole('textbox', { name: /Payload/ }).fill('{}');
    await dialog.getByRole('textbox', { name: 'URL' }).fill(`${server.url}/_emulator/reset`);
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.poll(() => emulator.webhooks().length).toBeLessThanOrEqual(2);
    expect(emulator.messages()).toHaveLength(1);
  });
});

describe('an action that the service refuses is reported, and what was typed stays', () => {
  test('a sender ID that another account owns', async ({ inspect }) => {
    const { page, visit } = await inspect({
      options: { accounts: [{ name: 'First', senders: ['TAKEN'] }, { name: 'Second' }] },
    });
    await visit('#/accounts');
    await page.getByRole('link', { name: /^Second/ }).click();
    const detail = page.getByRole('region', { name: 'Account', exact: true });
    await detail.getByRole('heading', { name: 'Second' }).waitFor();
    await detail.getByText('None: the account can send only with shared sender IDs.').waitFor();
    const field = detail.getByRole('textbox', { name: 'Sender ID to register' });
    await field.fill('TAKEN');
    await detail.getByRole('button', { name: 'Register' }).click();
    await alertIn(page)
      .getByText(/TAKEN|other account|another account/)
      .waitFor();
    expect(await field.inputValue()).toBe('TAKEN');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => alertIn(page).count()).toBe(0);
    await field.fill('FREE');
    await detail.getByRole('button', { name: 'Register' }).click();
    await page.getByText('FREE is a sender ID of Second.').waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
  });

  test('more credits than an organization has', async ({ inspect }) => {
    const { page, visit, emulator } = await inspect({ options: { organization: { credits: 10 } } });
    await visit('#/accounts');
    await page.getByText(': 10 credits for top-ups').waitFor();
    const field = page.getByRole('spinbutton', { name: 'Credits to add' });
    await field.fill('11');
    await page.getByRole('button', { name: 'Top up' }).click();
    await alertIn(page)
      .getByText(/credits/)
      .waitFor();
    expect(await field.inputValue()).toBe('11');
    await field.fill('10');
    await field.press('Enter');
    await page.getByText('10 credits are added.').waitFor();
    await page.getByText(': 0 credits for top-ups').waitFor();
    expect(emulator.messages()).toEqual([]);
  });

  test('a time before the current one', async ({ inspect }) => {
    const { page, visit, emulator } = await inspect();
    await visit('#/clock');
    await page.getByLabel('To', { exact: true }).fill('2025-12-31T09:00:00');
    await page.getByRole('button', { name: 'Go there' }).click();
    await alertIn(page).waitFor();
    expect(emulator.clock.now().toISOString()).toBe('2026-01-01T09:00:00.000Z');
    await page.getByText('Moving…').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: '+ 1 min' }).isEnabled()).toBe(true);
  });

  test.for([
    ['a text', 'Dear diary'],
    ['nothing', ''],
    ['JSON that is not a snapshot', '{"version":99}'],
  ] as const)('a file with %s in place of a snapshot', async ([, content], { inspect }) => {
    const { page, send, visit, emulator } = await inspect();
    await send(text('Still here'));
    await visit('#/state');
    const file = { name: 'state.json', mimeType: 'application/json', buffer: Buffer.from(content) };
    await page.getByLabel('Restore from a file').setInputFiles(file);
    await alertIn(page).waitFor();
    expect(emulator.messages()).toMatchObject([{ body: 'Still here' }]);
    // The same file can be chosen again after it was corrected.
    expect(await page.getByLabel('Restore from a file').inputValue()).toBe('');
  });

  test('a reply while the emulator does not respond', async ({ inspect }) => {
    const { page, send, visit, emulator } = await inspect();
    await send(text('Shall we meet?', { from: { type: 'shared' } }));
    await visit('#/phones/447700900123');
    const box = page.getByRole('textbox', { name: 'Write as +447700900123' });
    await box.fill('YES');
    await page.route('**/_emulator/inbound', (route) => route.abort());
    await page.keyboard.press('Enter');
    await alertIn(page).getByText('The emulator does not respond.').waitFor();
    expect(await box.inputValue()).toBe('YES');
    await page.unroute('**/_emulator/inbound');
    await box.press('Enter');
    await page.getByRole('log').getByText('YES', { exact: true }).waitFor();
    await expect.poll(() => box.inputValue()).toBe('');
    expect(emulator.messages()).toHaveLength(1);
  });
});

test('a request that has left the log is not replayed, and the edited body stays in the form', async ({
  inspect,
}) => {
  const { page, visit, send } = await inspect({ options: { requestLimit: 1 } });
  await send(text('First'));
  await visit('#/requests/1');
  await page.getByRole('button', { name: 'Edit and replay…' }).click();
  const body = dialogOf(page).getByRole('textbox', { name: 'Body' });
  const edited = '{"messages":"with much work in it"}';
  await body.fill(edited);
  await send(text('Second'));
  await dialogOf(page).getByRole('button', { name: 'Replay' }).click();
  await alertIn(dialogOf(page)).getByText('request').waitFor();
  expect(await body.inputValue()).toBe(edited);
});

test('a question stays open with the error when the emulator does not respond', async ({ inspect }) => {
  const { page, visit, send, control } = await inspect();
  await send(text('Later', { send_at: '2026-01-02T09:00Z' }));
  await control('POST /sandboxes', { name: 'spare' });
  const fails = '**/_emulator/{reset,calls,sandboxes/*}';
  for (const [view, opener, confirm] of [
    ['state', /^Delete…/, 'Delete'],
    ['clock', /^Cancel batch/, 'Cancel batch'],
    ['state', 'Reset…', 'Reset'],
  ] as const) {
    await page.route(fails, (route) => route.abort());
    await visit(`#/${view}`);
    await page.getByRole('button', { name: opener, exact: true }).click();
    const confirmed = dialogOf(page).getByRole('button', { name: confirm, exact: true });
    await confirmed.click();
    await alertIn(dialogOf(page)).getByText('The emulator does not respond.').waitFor();
    await page.unroute(fails);
    await confirmed.click();
    await dialogOf(page).waitFor({ state: 'detached' });
  }
  expect(await control('GET /sandboxes')).toEqual({ sandboxes: [] });
});

test('a form is not sent twice by two clicks while the emulator is slow', async ({ inspect }) => {
  const { page, visit, emulator } = await inspect();
  await visit('#/accounts');
  await page.getByRole('button', { name: 'New account' }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Bakery');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let calls = 0;
  await page.route('**/_emulator/calls', async (route) => {
    calls++;
    await released;
    await route.continue();
  });
  const create = dialog.getByRole('button', { name: 'Create' });
  await create.dblclick();
  await expect.poll(() => dialog.locator('form').getAttribute('aria-busy')).toBe('true');
  await page.keyboard.press('Enter');
  release();
  await page.getByRole('heading', { name: 'Bakery' }).waitFor();
  expect(calls).toBe(1);
  expect(emulator.messages()).toEqual([]);
});

test('Enter in a field of the form for sending sends the message', async ({ inspect }) => {
  const { page, emulator } = await inspect();
  const dialog = dialogOf(page);
  for (const [index, field] of ['To', 'Send at', 'Callback'].entries()) {
    await page.getByRole('banner').getByRole('button', { name: 'New message' }).click();
    await dialog.getByLabel('To', { exact: true }).fill('447700900123');
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Hello');
    await dialog.getByLabel(field, { exact: true }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(emulator.messages()).toHaveLength(index + 1);
  }
});

test('a webhook, a request and a message are not repeated by two clicks while the emulator is slow', async ({
  inspect,
}) => {
  const { page, send, visit, emulator, receiver, control } = await inspect();
  await control('PUT /carrier', {
    outcome: 'hold',
    rules: [
      { to: '447700900001', outcome: 'deliver' },
      { to: '447700900002', outcome: 'deliver' },
    ],
  });
  await send(text('Hello', { to: '447700900001', callback: `${receiver.url}/r` }));
  await send(text('Held', { to: '447700900910' }));
  await emulator.settle();
  const held = emulator.messages().find(({ state }) => state === 'sent');
  for (const [hash, name, shown] of [
    [`#/webhooks/${emulator.webhooks()[0]?.id}`, 'Resend', 'The webhook is accepted.'],
    ['#/requests/1', 'Replay', /^Sent again: /],
    [`#/messages/${held?.messageUuid}`, 'Deliver', 'The message is delivered.'],
    ['#/state', /^Remove the rule for 447700900001/, 'The rule is removed.'],
  ] as const) {
    await visit(hash);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let calls = 0;
    const slow = '**/_emulator/{webhooks/*/resend,requests/*/replay,messages/*/deliver,carrier}';
    const button = page.getByRole('button', { name, exact: true });
    await button.waitFor();
    await page.route(slow, async (route) => {
      if (route.request().method() !== 'GET') {
        calls++;
        await released;
      }
      await route.continue();
    });
    await button.dblclick();
    await expect.poll(() => button.isDisabled()).toBe(true);
    release();
    await page.getByText(shown).waitFor();
    expect(calls).toBe(1);
    await page.unroute(slow);
  }
});

test('Escape and Cancel close a form without a call, and it is empty when it is opened again', async ({
  inspect,
}) => {
  const { page, visit, control } = await inspect();
  await visit('#/accounts');
  const open = () => page.getByRole('button', { name: 'New account' }).click();
  const name = dialogOf(page).getByRole('textbox', { name: 'Name' });
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialogOf(page).getByRole('button', { name: 'Cancel' }).click(),
    () => dialogOf(page).getByRole('button', { name: 'Close', exact: true }).click(),
  ]) {
    await open();
    expect(await name.inputValue()).toBe('');
    await name.fill('Bakery');
    await close();
    await dialogOf(page).waitFor({ state: 'detached' });
  }
  expect(await control('GET /accounts')).toMatchObject({
    accounts: [{ name: expect.not.stringContaining('Bakery') }],
  });
});
