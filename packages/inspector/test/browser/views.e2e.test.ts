import { createHmac } from 'node:crypto';
import { hostOf } from '@messaging-service/emulator/host';
import { listen } from '@messaging-service/emulator/node';
import { describe, expect } from 'vitest';
import { SECRET, inBrowser as test, text } from './inspect.ts';

describe('phones', () => {
  test('a message sent through the SDK appears without a reload, and is found under Messages', async ({
    inspect,
  }) => {
    const { page, send, visit } = await inspect();
    await visit('#/phones');
    await page.getByText('No message yet').waitFor();
    await send(text('Your code is 482913'));
    await page.getByRole('row', { name: /\+447700900123.*Your code is 482913.*delivered/ }).click();
    const conversation = page.getByRole('log', { name: 'Conversation' });
    await conversation.getByText('Your code is 482913').waitFor();
    await expect.poll(() => conversation.textContent()).toMatch(/DEMO.*delivered.*sms · 1 unit/);
    await send(text('Another one'));
    await conversation.getByText('Another one').waitFor();
    await visit('#/messages');
    await page.getByRole('row', { name: /447700900123 DEMO Another one/ }).waitFor();
  });

  test('a reply is sent as a webhook that its receiver verifies, and the page shows what was signed', async ({
    inspect,
  }) => {
    const { page, client, send, receiver, emulator, visit } = await inspect();
    const mo = { mo_webhook_url: `${receiver.url}/inbound`, mo_webhook_secret: SECRET };
    await client.accounts.update(emulator.account.identifier, { mo });
    await send(text('Shall we meet?'));
    await visit('#/phones?number=447700900123');
    await page.getByRole('textbox', { name: 'Write as +447700900123' }).fill('YES');
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText('YES', { exact: true }).waitFor();
    await expect.poll(() => receiver.verified).toMatchObject([{ message: 'YES', to: 'DEMO' }]);
    await visit('#/webhooks');
    await page.getByRole('row', { name: /succeeded · 200 inbound-message/ }).click();
    const detail = page.getByRole('region', { name: 'Webhook delivery' });
    await detail.getByText('Signature base', { exact: true }).click();
    const signed = await detail.getByRole('group', { name: 'Signature base', exact: true }).textContent();
    const signature = createHmac('sha256', SECRET)
      .update(signed ?? '')
      .digest('base64');
    await detail.getByText(signature, { exact: true }).last().waitFor();
  });

  test('a message that waits is failed by hand with a code, and its meaning is shown', async ({
    inspect,
  }) => {
    const { page, send, visit, control } = await inspect();
    await send(text('Are you there?', { to: '447700900700' }));
    await visit('#/phones?number=447700900700');
    await page.getByRole('button', { name: 'Fail…' }).click();
    await page.getByRole('combobox', { name: 'Receipt code' }).fill('30');
    await page.getByRole('button', { name: 'Fail', exact: true }).click();
    await page.getByText('30 The recipient has opted out').waitFor();
    expect(await control('GET /messages?state=failed')).toMatchObject({
      messages: [{ receipt: { code: '30' } }],
    });
  });

  test('a message that waits is delivered by hand', async ({ inspect }) => {
    const { page, send, visit } = await inspect();
    await send(text('Are you there?', { to: '447700900700' }));
    await visit('#/phones?number=447700900700');
    await page.getByRole('button', { name: 'Deliver', exact: true }).click();
    await page.getByRole('log').getByText('delivered').waitFor();
  });

  test('a phone without messages is held by typing its number, and writes to a sender ID', async ({
    inspect,
  }) => {
    const { page, control, visit } = await inspect();
    await visit('#/phones');
    await page.getByRole('combobox', { name: /^Search/ }).fill('+44 7700 900555');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Write as +447700900555' }).fill('Hello?');
    const conversation = page.getByRole('region', { name: /^Conversation/ });
    await conversation.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('log').getByText('Hello?').waitFor();
    expect(await control('GET /handsets/447700900555')).toMatchObject({ lines: [{ to: 'DEMO' }] });
  });
});

test('the keys reach a row that has not been read yet', async ({ inspect }) => {
  const { page, client, visit } = await inspect();
  const destinations = Array.from({ length: 800 }, (_, index) => String(447_700_100_000 + index));
  await client.batches.send({ from: 'DEMO', message: 'To everybody', destinations });
  await visit('#/messages');
  const detail = page.getByRole('region', { name: 'Message', exact: true });
  await page.getByRole('row', { name: '447700100799' }).waitFor();
  await page.getByRole('grid').focus();
  await page.keyboard.press('End');
  await detail.getByRole('link', { name: '447700100000' }).waitFor();
  await page.keyboard.press('ArrowUp');
  await detail.getByRole('link', { name: '447700100001' }).waitFor();
});

describe('clock', () => {
  test('is advanced to the next job, and a scheduled message is sent', async ({ inspect }) => {
    const { page, send, visit, emulator } = await inspect();
    await send(text('Wake up', { send_at: '2026-01-02T07:30Z' }));
    await visit('#/clock');
    await page.getByRole('link', { name: 'Send “Wake up” to +447700900123' }).waitFor();
    expect(emulator.messages()).toMatchObject([{ state: 'scheduled' }]);
    await page.getByRole('button', { name: 'Next job' }).click();
    await page.getByText('Nothing is due').waitFor();
    await page.getByRole('link', { name: 'Clock: 2 Jan 2026 07:30:00 virtual' }).waitFor();
    expect(emulator.messages()).toMatchObject([{ state: 'delivered', sentAt: '2026-01-02T07:30:00.000Z' }]);
  });

  test('is advanced by a step, by a span and to a date, and follows when another program moves it', async ({
    inspect,
  }) => {
    const { page, visit, emulator } = await inspect();
    const shows = (now: string) => page.getByRole('link', { name: `Clock: ${now} virtual` }).waitFor();
    await visit('#/clock');
    await page.getByRole('button', { name: '+ 10 min' }).click();
    await shows('1 Jan 2026 09:10:00');
    await page.getByRole('textbox', { name: 'By' }).fill('90s');
    await page.getByRole('button', { name: 'Advance', exact: true }).click();
    await shows('1 Jan 2026 09:11:30');
    await page.getByLabel('To', { exact: true }).fill('2026-03-04T05:06:07');
    await page.getByRole('button', { name: 'Go there' }).click();
    await shows('4 Mar 2026 05:06:07');
    await emulator.clock.advance('1d');
    await shows('5 Mar 2026 05:06:07');
  });
});

describe('accounts', () => {
  test('show on the chart where a threshold was crossed', async ({ inspect }) => {
    const { page, send, emulator, visit, control, receiver } = await inspect();
    const { identifier } = emulator.account;
    await control(`POST /accounts/${identifier}/notifications`, {
      url: `${receiver.url}/credits`,
      threshold_type: 'paid_fixed_number',
      threshold_value: 998,
    });
    await visit('#/accounts');
    await page.getByText('paid below 998').waitFor();
    const crossings = page.locator('.mark-threshold-crossed');
    await send(text('One'), text('Two'));
    await page.getByRole('slider', { name: 'Ledger: balance 1,000 → 998' }).waitFor();
    expect(await crossings.count()).toBe(0);
    await send(text('Three'));
    await crossings.waitFor();
    await page.getByRole('slider', { name: /balance 1,000 → 997, 1 threshold crossed/ }).waitFor();
    await page.getByRole('row', { name: /warning threshold crossed 997/ }).waitFor();
  });

  test('with more changes than the chart has columns have its outline, and the change that is selected', async ({
    inspect,
  }) => {
    const { page, emulator, visit } = await inspect({ options: { accounts: [{ credits: 9_000 }] } });
    const { identifier: accountUuid } = emulator.account;
    hostOf(emulator).service.execute(({ record }) => {
      const charge = { batchUuid: 'none', packaged: 0, paid: 1, decidedBy: { kind: 'request' } } as const;
      for (let count = 0; count < 4_000; count++) record({ type: 'credits-charged', accountUuid, ...charge });
    });
    await visit('#/accounts');
    const chart = page.getByRole('slider', { name: 'Ledger: balance 9,000 → 5,000' });
    await chart.waitFor();
    // Two of each column: the first of its four changes, and the last.
    await expect.poll(() => chart.getAttribute('aria-valuemax')).toMatch(/^(19|20)\d\d$/);
    const rows = page.getByRole('region', { name: 'Ledger entries' });
    await rows.getByText('4,001 changes').waitFor();
    for (const balance of ['5,001', '5,002', '5,003']) {
      await rows.getByRole('row', { name: `charged 1 credit ${balance}` }).click();
      await expect.poll(() => chart.getAttribute('aria-valuetext')).toContain(`balance ${balance}`);
    }
  });

  test('are created, topped up, edited and given sender IDs and thresholds', async ({ inspect }) => {
    const { page, visit, client } = await inspect();
    await visit('#/accounts');
    await page.getByRole('button', { name: 'New account' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Bakery');
    await page.getByRole('button', { name: 'Create' }).click();
    const detail = page.getByRole('region', { name: 'Account', exact: true });
    await detail.getByRole('heading', { name: 'Bakery' }).waitFor();
    await detail.getByRole('spinbutton', { name: 'Credits to add' }).fill('250');
    await detail.getByRole('button', { name: 'Top up' }).click();
    await detail.getByText('250').first().waitFor();
    await detail.getByRole('textbox', { name: 'Sender ID to register' }).fill('BAKERY');
    await detail.getByRole('button', { name: 'Register' }).click();
    await detail.getByText('BAKERY', { exact: true }).waitFor();
    await detail.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Schedule' }).fill('0 0 1 * *');
    await page.getByRole('spinbutton', { name: 'Refill amount' }).fill('75');
    await page.getByRole('checkbox', { name: 'Refill on the schedule' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await detail.getByText('refills packaged credits to 75').waitFor();
    await detail.getByRole('region', { name: 'Schedule' }).getByText('1 Feb').waitFor();
    await detail.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('spinbutton', { name: 'Credits', exact: true }).fill('20');
    await page.getByRole('textbox', { name: 'URL' }).fill('http://localhost:9/credits');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await detail.getByText('Paid credits below a number: 20').waitFor();
    const { accounts } = await client.accounts.list();
    expect(accounts[1]).toMatchObject({ name: 'Bakery', credits: 250, schedule: '0 0 1 * *' });
  });

  test('say in the emulator’s words why an edit is refused', async ({ inspect }) => {
    const { page, visit } = await inspect();
    await visit('#/accounts');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Schedule' }).fill('@hourly');
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('alert')
      .getByText(/schedule/)
      .waitFor();
  });
});

test('requests are logged with bodies and masked keys, and faults are switched on and off', async ({
  inspect,
}) => {
  const { page, send, visit, emulator } = await inspect();
  await visit('#/requests');
  await page.getByText('No request yet').waitFor();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByText('Next call fails with 503: 1 call left').waitFor();
  await expect(send(text('Lost'))).rejects.toThrow();
  await page.getByRole('row', { name: /503 fault POST \/message/ }).waitFor();
  await page.getByText('1 call left').waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: 'Effect' }).selectOption('are cut off');
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByRole('button', { name: /^Remove: Next call is cut off/ }).click();
  await page.getByText('Next call is cut off: ').waitFor({ state: 'detached' });
  await send(text('Found'));
  await page.getByRole('row', { name: /200 POST \/message/ }).click();
  const detail = page.getByRole('region', { name: 'Request', exact: true });
  await detail.getByLabel('Request body', { exact: true }).getByText('"body": "Found"').waitFor();
  const { apiKey } = emulator.account;
  const shown = (await detail.textContent()) ?? '';
  expect(shown).toContain(`key=****${apiKey.slice(-4)}`);
  expect(await page.content()).not.toContain(apiKey);
});

test('state is saved to a file, reset, and restored from it', async ({ inspect }) => {
  const { page, send, visit, emulator } = await inspect();
  await send(text('One'), text('Two'));
  await emulator.clock.advance('1d');
  await visit('#/state');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save to a file' }).click();
  const file = await (await downloading).path();
  await page.getByRole('button', { name: 'Reset…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('link', { name: 'Clock: 1 Jan 2026 09:00:00 virtual' }).waitFor();
  expect(emulator.messages()).toEqual([]);
  await page.getByLabel('Restore from a file').setInputFiles(file);
  await page.getByRole('link', { name: 'Clock: 2 Jan 2026 09:00:00 virtual' }).waitFor();
  expect(emulator.messages()).toMatchObject([{ body: 'One' }, { body: 'Two' }]);
  await visit('#/messages');
  await page.getByText('2 messages').waitFor();
});

test('a sandbox is chosen, and shows itself alone', async ({ inspect }) => {
  const { page, send, visit, control } = await inspect();
  await send(text('In the default service'));
  const { id } = (await control('POST /sandboxes', { now: '2030-01-01T00:00Z' })) as { id: string };
  await visit('#/messages');
  await page.getByText('1 message', { exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Sandbox' }).selectOption(id);
  await page.getByText('No message yet').waitFor();
  await page.getByRole('link', { name: 'Clock: 1 Jan 2030 00:00:00 virtual' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/_emulator/sandboxes/${id}/`);
});

test('colors follow the system, and a choice is kept after a reload', async ({ inspect }) => {
  const { page } = await inspect({ browser: { colorScheme: 'dark' } });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  await page.getByRole('button', { name: 'Use light colors' }).click();
  await page.getByRole('button', { name: 'Use dark colors' }).waitFor();
  await expect.poll(ground).not.toBe(dark);
  const light = await ground();
  await page.reload();
  await page.getByRole('button', { name: 'Use dark colors' }).waitFor();
  await expect.poll(ground).toBe(light);
});

test('an emulator that stops is said to have stopped on every view, and shown again once it is back', async ({
  inspect,
}) => {
  const { page, send, visit, server, emulator } = await inspect();
  await send(text('Still here'));
  await visit('#/messages');
  await page.getByRole('row', { name: /Still here/ }).waitFor();
  const { port } = new URL(server.url);
  await server.close();
  await page.getByText('Not connected').waitFor();
  // Rows that were read stay.
  await page.getByRole('row', { name: /Still here/ }).waitFor();
  const main = page.getByRole('main');
  for (const view of ['phones', 'accounts', 'webhooks', 'requests']) {
    await visit(`#/${view}`);
    await main.getByText('The emulator does not respond. Is it still running?').waitFor();
  }
  await visit('#/clock');
  await page.getByRole('button', { name: '+ 1 hour' }).click();
  await page.getByRole('alert').getByText('The emulator does not respond').waitFor();
  await visit('#/phones');
  const successor = await listen(emulator, { port: Number(port) });
  try {
    await page.getByRole('row', { name: /Still here/ }).waitFor();
  } finally {
    await successor.close();
  }
});

test('text that is written from right to left is shown so, and cut on the left', async ({ inspect }) => {
  const { page, send, visit, emulator } = await inspect();
  const arabic = 'مرحبا بالعالم (hello)!';
  await send(text(arabic));
  emulator.handset('447700900123').reply(arabic);
  const directions = () =>
    page
      .getByRole('main')
      .getByText(arabic, { exact: true })
      .evaluateAll((found) => found.map((element) => getComputedStyle(element).direction));
  await visit('#/phones?number=447700900123');
  await expect.poll(directions).toEqual(['rtl', 'rtl', 'rtl']);
  await visit(`#/messages?id=${emulator.messages()[0]?.messageUuid}`);
  await expect.poll(directions).toEqual(['rtl', 'rtl', 'rtl']);
});

test('on a narrow page, the tab of the view is in the visible part of the tabs', async ({ inspect }) => {
  const { page, visit } = await inspect({ browser: { viewport: { width: 390, height: 700 } } });
  await visit('#/state');
  const tab = page.getByRole('navigation').getByRole('link', { name: 'State' });
  const isVisible = () => tab.evaluate((link) => link.getBoundingClientRect().right <= innerWidth);
  await expect.poll(isVisible).toBe(true);
});
