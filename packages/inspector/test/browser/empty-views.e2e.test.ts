import { describe, expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

describe('a view without content says so, and how to get some', () => {
  test.for([
    ['phones', 'No message yet', 'Type a number into the search and press Enter'],
    ['messages', 'No message yet', 'Send the first message from here, with this call'],
    ['webhooks', 'No webhook yet', 'A receipt goes to the callback of its message'],
    ['requests', 'No request yet', 'The latest calls of the public API appear here.'],
    ['clock', 'Nothing is due', 'This list shows messages with a send_at'],
    ['state', 'None: there is only the default service.', 'Snapshot'],
  ] as const)('%s', async ([view, title, advice], { inspect }) => {
    const { page, visit } = await inspect();
    await visit(`#/${view}`);
    await page.getByText(title, { exact: true }).waitFor();
    await page.getByText(advice).first().waitFor();
    expect(await page.locator('main :is(.loading, .loading-state)').count()).toBe(0);
  });

  test('accounts of a service that has none, where nothing can be sent', async ({ inspect }) => {
    const { page, visit } = await inspect({ options: { accounts: [] } });
    await visit('#/accounts');
    await page.getByText('No account yet').waitFor();
    await page.getByRole('banner').getByRole('button', { name: 'New message' }).click();
    await page.getByRole('dialog').getByText('No account can send').waitFor();
    await page.keyboard.press('Escape');
    await visit('#/messages');
    await page.getByText('No message yet').waitFor();
    expect(await page.getByLabel('Example call').count()).toBe(0);
    await visit('#/accounts');
    await page.getByRole('button', { name: 'New account' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('First');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'First' }).waitFor();
  });

  test('an account without credits says that it cannot send, on its card and beside its balance', async ({
    inspect,
  }) => {
    const { page, visit } = await inspect({ options: { accounts: [{ credits: 0 }] } });
    await visit('#/accounts');
    await page.getByRole('region', { name: 'Accounts' }).getByText('cannot send').waitFor();
    await page.getByRole('region', { name: 'Account', exact: true }).getByText('cannot send').waitFor();
  });

  test('the ledger of an account that has sent nothing', async ({ inspect }) => {
    const { page, visit, client } = await inspect();
    const { identifier } = await client.accounts.create({ name: 'New' });
    await visit(`#/accounts/${identifier}`);
    const ledger = page.getByRole('region', { name: 'Ledger entries' });
    await ledger.getByText('No change yet').waitFor();
    expect(await ledger.locator('.loading').count()).toBe(0);
  });

  test('a phone without messages leads to its requests, because they may have been refused', async ({
    inspect,
  }) => {
    const { page, send, visit } = await inspect();
    await send(text('Lost', { from: { type: 'custom', value: 'OTHER' } })).catch(() => undefined);
    await visit('#/phones/447700900123');
    await page.getByText('No message on this phone yet').waitFor();
    await page.getByRole('link', { name: '1 refused request' }).waitFor();
    await send(text('Found'));
    await page.getByRole('log').getByText('Found').waitFor();
    await page
      .getByRole('region', { name: 'Related objects' })
      .getByRole('link', { name: 'Requests' })
      .click();
    await page
      .getByRole('row', { name: /POST \/message/ })
      .nth(1)
      .waitFor();
    expect(await page.getByRole('row', { name: /POST \/message/ }).count()).toBe(2);
  });
});

describe('a search that finds nothing says so, and not that there is nothing', () => {
  test.for([
    ['messages', 'No message matches', 'No message yet'],
    ['webhooks', 'No webhook matches', 'No webhook yet'],
    ['requests', 'No request matches', 'No request yet'],
    ['phones', 'No phone matches', 'No message yet'],
  ] as const)('%s', async ([view, title, other], { inspect }) => {
    const { page, visit } = await inspect();
    await visit(`#/${view}?q=nowhere`);
    await page.getByText(title).waitFor();
    expect(await page.getByText(other).count()).toBe(0);
    await page.getByRole('combobox', { name: /^Search/ }).fill('');
    await page.getByText(other).first().waitFor();
  });

  test.for([
    ['messages', 'No message matches', /Hello/],
    ['webhooks', 'No webhook matches', /Hello/],
    ['requests', 'No request matches', /POST/],
    ['phones', 'No phone matches', /Hello/],
    ['accounts', 'No change matches', /charged/],
  ] as const)('%s, and a button clears the search', async ([view, title, row], { inspect }) => {
    const { page, send, visit, receiver } = await inspect();
    await send(text('Hello', { callback: `${receiver.url}/receipts` }));
    await visit(`#/${view}`);
    await page.getByRole('row', { name: row }).first().waitFor();
    const field = page.getByRole('combobox', { name: /^Search/ });
    await field.fill('nowhere -x');
    await page.getByText(title).waitFor();
    await expect.poll(() => page.url()).toContain('q=nowhere%20-x');
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await page.getByRole('row', { name: row }).first().waitFor();
    expect(await field.inputValue()).toBe('');
  });

  test('a number that no handset has is offered as a new phone', async ({ inspect }) => {
    const { page, visit } = await inspect();
    await visit('#/phones');
    await page.getByRole('combobox', { name: /^Search/ }).fill('+44 (7700) 900-555');
    await page.getByRole('button', { name: 'Open the phone +447700900555' }).click();
    await page.getByRole('heading', { name: '+447700900555' }).waitFor();
  });
});

describe('a filter that the service refuses', () => {
  test.for([
    ['#/messages?q=after:yesterday', 'after:yesterday. It must be a time such as 10:30', 'No message yet'],
    ['#/messages?q=state:faild', 'unknown value state:faild; did you mean state:failed?', 'No message yet'],
    ['#/requests?q=stauts:429', 'unknown filter stauts:; did you mean status:429?', 'No request yet'],
    ['#/webhooks?q=kind:', 'has kind: without a value', 'No webhook yet'],
    ['#/phones?q=state:lost', 'unknown value state:lost', 'No message yet'],
  ] as const)(
    'in the address %s is explained below the field',
    async ([hash, reason, other], { inspect }) => {
      const { page, visit } = await inspect();
      await visit(hash);
      const field = page.getByRole('combobox', { name: /^Search/ });
      await page.getByRole('main').getByRole('status').getByText(reason).waitFor();
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      await page.getByText('The search cannot be read').waitFor();
      await page.getByRole('button', { name: 'Clear the search' }).click();
      await page.getByText(other, { exact: true }).first().waitFor();
      expect([await field.inputValue(), await field.getAttribute('aria-invalid')]).toEqual(['', 'false']);
    },
  );
});
