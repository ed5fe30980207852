import { expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

test('the search offers operators and values, which arrow keys and Enter take', async ({ inspect }) => {
  const { page, send, visit } = await inspect();
  await send(
    text('Alpha'),
    text('Beta', { to: '447700900822' }),
    text('Gamma', { to: '447700900801' }),
    text('Delta', { to: '447700900900' }),
  );
  await visit('#/messages');
  await page.getByText('4 messages').waitFor();
  const field = page.getByRole('combobox', { name: /^Search/ });
  await page.keyboard.press('/');
  expect(await page.getByRole('option').count()).toBe(12);
  await page.keyboard.type('sta');
  await page.getByRole('option', { name: 'state:' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'state:delivered' }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  expect(await field.inputValue()).toBe('state:failed ');
  await page.getByText('2 messages').waitFor();
  await page.keyboard.type('code:switched');
  await page.getByRole('option', { name: /code:22/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('1 message', { exact: true }).waitFor();
  await page.getByRole('row', { name: /Beta/ }).waitFor();
  expect(new URL(page.url()).hash).toBe('#/messages?q=state%3Afailed%20code%3A22%20');
  await page.reload();
  await page.getByText('1 message', { exact: true }).waitFor();
  expect(await field.inputValue()).toBe('state:failed code:22 ');
  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  await page.getByText('4 messages').waitFor();
  expect(await field.inputValue()).toBe('');
});

test('words, phrases, exclusions and numbers are found as people write them', async ({ inspect }) => {
  const { page, send, visit } = await inspect();
  await send(
    text('Your Škoda is ready to collect'),
    text('Ready: collect your parcel', { to: '447700900501' }),
    text('A test', { to: '447700900502' }),
  );
  await visit('#/messages');
  const field = page.getByRole('combobox', { name: /^Search/ });
  for (const [search, ...found] of [
    ['collect ready', /Škoda/, /parcel/],
    ['"ready to collect"', /Škoda/],
    ['skoda', /Škoda/],
    ['ready -parcel', /Škoda/],
    ['07700 900501', /parcel/],
    ['+44 (0) 7700 900501', /parcel/],
    ['-state:failed -ready', /A test/],
    ['to:07700 900502', /A test/],
  ] as const) {
    await field.fill(search);
    await page.keyboard.press('Enter');
    await page
      .getByText(`${found.length} message${found.length === 1 ? '' : 's'}`, { exact: true })
      .waitFor();
    for (const name of found) await page.getByRole('row', { name }).waitFor();
  }
});

test('while a filter is typed, the list stays; an unknown value is named below the field, with the one that was meant, which applies when it is typed', async ({
  inspect,
}) => {
  const { page, send, visit } = await inspect();
  await send(text('Alpha'), text('Beta', { to: '447700900822' }));
  await visit('#/messages');
  await page.getByText('2 messages').waitFor();
  const field = page.getByRole('combobox', { name: /^Search/ });
  await field.pressSequentially('state:faild');
  await page.getByText('2 messages').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('unknown value state:faild; did you mean state:failed?').waitFor();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('led');
  await page.getByText('1 message', { exact: true }).waitFor();
  expect(await page.getByText('did you mean').count()).toBe(0);
});

test('requests are found by operators, which are kept in the address', async ({ inspect }) => {
  const { page, send, visit, emulator } = await inspect({
    options: { accounts: [{ name: 'Bakery', senders: ['DEMO'], credits: 100 }] },
  });
  const refused = { from: { type: 'custom', value: 'OTHER' } };
  await send(text('One'));
  await emulator.clock.advance('2h');
  await send(text('Two'));
  await send(text('Three', refused)).catch(() => undefined);
  await send(text('Four', { ...refused, to: '447700900124' })).catch(() => undefined);
  await visit('#/requests');
  await page.getByText('4 requests').waitFor();
  const field = page.getByRole('combobox', { name: /^Search/ });
  await field.pressSequentially('to:+44 7700 900123 account:Bakery after:10:00 ');
  await page.getByText('2 requests').waitFor();
  await field.pressSequentially('code:sender_not_owned ');
  await page.getByText('1 request', { exact: true }).waitFor();
  await page.reload();
  await page.getByRole('row', { name: /403 POST \/message 1 message to \+447700900123/ }).waitFor();
  await page.getByText('1 request', { exact: true }).waitFor();
  await visit('#/requests');
  await page.getByText('4 requests').waitFor();
  await field.fill('status:403');
  await page.keyboard.press('Enter');
  await page.getByText('2 requests').waitFor();
});

test('webhooks are shown by their last attempt, and found by the status and the text of the response', async ({
  inspect,
}) => {
  const { page, send, visit, receiver, emulator } = await inspect();
  receiver.statuses.push(500);
  await send(text('First', { callback: receiver.url }));
  await emulator.settle();
  await emulator.clock.advance('1s');
  await send(text('Second', { callback: receiver.url, to: '447700900501' }));
  await emulator.settle();
  await visit('#/webhooks');
  const rows = page.getByRole('row').filter({ hasText: 'delivered:' });
  await expect.poll(() => rows.allTextContents()).toHaveLength(2);
  expect((await rows.allTextContents()).map((row) => /“(\w+)”/.exec(row)?.[1])).toEqual(['Second', 'First']);
  await emulator.clock.next();
  await expect
    .poll(async () => (await rows.allTextContents()).map((row) => /“(\w+)”/.exec(row)?.[1]))
    .toEqual(['First', 'Second']);
  const field = page.getByRole('combobox', { name: /^Search/ });
  for (const [search, count] of [
    ['response:200', '2 deliveries'],
    ['response:5xx', '0 deliveries'],
    ['07700 900501', '1 delivery'],
    ['first', '1 delivery'],
  ] as const) {
    await field.fill(search);
    await page.keyboard.press('Enter');
    await page.getByText(count, { exact: true }).waitFor();
  }
});

test('each failure of the overview leads to a search that finds it', async ({ inspect }) => {
  const { page, send, visit, receiver, emulator } = await inspect();
  receiver.statuses.push(500);
  await send(text('Refused', { from: { type: 'custom', value: 'OTHER' } })).catch(() => undefined);
  await send(text('Lost', { to: '447700900822', callback: receiver.url }));
  await emulator.settle();
  for (const [link, count, q] of [
    [/1 message failed/, '1 message', 'state:failed code:22'],
    [/1 request refused/, '1 request', 'code:sender_not_owned'],
    [/1 webhook not accepted/, '1 delivery', `response:500 "${receiver.url}"`],
  ] as const) {
    await visit('#/overview');
    await page.getByRole('link', { name: link }).click();
    await page.getByText(count, { exact: true }).waitFor();
    expect(await page.getByRole('combobox', { name: /^Search/ }).inputValue()).toBe(q);
  }
});

test('at 360 px, a request is shown in two lines with its time and its whole error', async ({ inspect }) => {
  const { page, send, visit } = await inspect({ browser: { viewport: { width: 360, height: 700 } } });
  await send(text('One', { from: { type: 'custom', value: 'OTHER' } })).catch(() => undefined);
  await visit('#/requests');
  const row = page.getByRole('row', { name: /403/ });
  await row.waitFor();
  const cut = await row.getByRole('gridcell').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const isCut = cell.scrollWidth > cell.clientWidth && cell.classList.contains('request-error');
      const { top, bottom } = cell.getBoundingClientRect();
      const box = cell.parentElement?.getBoundingClientRect();
      const isOutside = box !== undefined && bottom > top && (top < box.top || bottom > box.bottom);
      return isCut || isOutside ? [cell.textContent] : [];
    }),
  );
  expect(cut).toEqual([]);
  const top = async (name: string) => (await row.getByText(name, { exact: true }).boundingBox())?.y ?? 0;
  expect(await top('sender_not_owned')).toBeGreaterThan(await top('403'));
});

test('messages are found by the name of their account and by the time of the day', async ({ inspect }) => {
  const { page, send, visit, emulator } = await inspect({
    options: { accounts: [{ name: 'Bakery', senders: ['DEMO'], credits: 100 }] },
  });
  await send(text('Early'));
  await emulator.clock.advance('2h');
  await send(text('Late'));
  await visit('#/messages?q=account:Bakery%20after:10:00');
  await page.getByText('1 message', { exact: true }).waitFor();
  await page.getByRole('row', { name: /Late/ }).waitFor();
});

test('the palette finds views, actions and objects, and is used with the keyboard', async ({ inspect }) => {
  const { page, send, emulator } = await inspect();
  await send(text('Your code is 482913'));
  const { messageUuid = '' } = emulator.messages()[0] ?? {};
  const field = page.getByRole('combobox', { name: /^Command/ });
  const open = async (typed: string) => {
    await page.keyboard.press('Control+k');
    await field.fill(typed);
  };
  await open('webhooks');
  await page.getByRole('option', { name: 'Webhooks View' }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toMatch(/#\/webhooks$/);
  await open('482913');
  await page.getByRole('option', { name: /Your code is 482913 \(delivered/ }).click();
  await page.getByRole('region', { name: 'Message', exact: true }).getByText('Your code is 482913').waitFor();
  await open('+44 7700 900123');
  await page.getByRole('option', { name: '+447700900123 Phone' }).click();
  await page.getByRole('textbox', { name: 'Write as +447700900123' }).waitFor();
  await open(messageUuid);
  await page.getByRole('option', { name: /Message$/ }).waitFor();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Find anything' }).click();
  await field.fill('no such thing');
  await page.getByText('Nothing found.').waitFor();
});

test('the palette says that it is searching until the emulator has responded', async ({ inspect }) => {
  const { page, send } = await inspect();
  await send(text('Your code is 482913'));
  const held = Promise.withResolvers<void>();
  await page.route(/_emulator\/webhooks\?q=/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Command/ }).fill('482913');
  const status = page.getByRole('dialog').getByRole('status');
  await expect.poll(() => status.textContent()).toBe('Searching …');
  held.resolve();
  await page.getByRole('option', { name: /^\+447700900123: Your code is 482913 \(delivered/ }).waitFor();
  expect(await status.textContent()).toBe('');
});
