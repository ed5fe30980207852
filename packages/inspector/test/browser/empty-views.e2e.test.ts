import { describe, expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

describe('a view without content says so, and how to get some', () => {
  test.for([
    ['phones', 'No message yet', 'No handset is chosen'],
    ['messages', 'No message yet', 'Send the first message from here, or with this call:'],
    ['webhooks', 'No webhook yet', 'A receipt goes to the callback of its message'],
    ['requests', 'No request yet', 'The latest 1,000 calls of the public API appear here.'],
    ['clock', 'Nothing is due', 'This list shows messages with a send_at'],
    ['state', 'None: there is only the default service.', 'Contents'],
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

  test('the ledger of an account that has sent nothing', async ({ inspect }) => {
    const { page, visit, client } = await inspect();
    const { identifier } = await client.accounts.create({ name: 'New' });
    await visit(`#/accounts/${identifier}`);
    const ledger = page.getByRole('region', { name: 'Ledger entries' });
    await ledger.getByText('No change yet').waitFor();
    expect(await ledger.locator('.loading').count()).toBe(0);
  });

  test('a phone without messages shows what is related to it, because its requests may have been refused', async ({
    inspect,
  }) => {
    const { page, send, visit } = await inspect();
    await send(text('Lost', { from: { type: 'custom', value: 'OTHER' } })).catch(() => undefined);
    await visit('#/phones/447700900123');
    await page.getByText('No message on this phone yet').waitFor();
    await page
      .getByRole('region', { name: 'Related objects' })
      .getByRole('link', { name: /POST \/message/ })
      .waitFor();
    await send(text('Found'));
    await page.getByRole('log').getByText('Found').waitFor();
    await expect.poll(() => page.getByRole('region', { name: 'Related objects' }).count()).toBe(0);
  });
});

describe('a search that finds nothing says so, and not that there is nothing', () => {
  test.for([
    ['messages', 'No message matches', 'No message yet'],
    ['webhooks', 'No webhook matches', 'No webhook yet'],
    ['requests', 'No request matches', 'No request yet'],
    ['phones', 'No handset matches', 'No message yet'],
  ] as const)('%s', async ([view, title, other], { inspect }) => {
    const { page, visit } = await inspect();
    await visit(`#/${view}?search=nowhere`);
    await page.getByText(title).waitFor();
    expect(await page.getByText(other).count()).toBe(0);
    await page.getByRole('searchbox').fill('');
    await page.getByText(other).first().waitFor();
  });

  test('a number that no handset has is offered as a new phone', async ({ inspect }) => {
    const { page, visit } = await inspect();
    await visit('#/phones');
    await page.getByRole('searchbox').fill('+44 (7700) 900-555');
    await page.getByRole('button', { name: 'Open the phone +447700900555' }).click();
    await page.getByRole('heading', { name: '+447700900555' }).waitFor();
  });
});

describe('a filter that the service refuses', () => {
  test.for([
    ['#/messages?after=yesterday', /after/],
    ['#/messages?state=lost', /state/],
    ['#/requests?before=tomorrow', /before/],
    ['#/webhooks?kind=pigeon', /kind/],
  ] as const)('in the address %s is explained in place of the list', async ([hash, reason], { inspect }) => {
    const { page, visit } = await inspect();
    await visit(hash);
    await page.getByRole('main').locator('.empty').getByText(reason).waitFor();
    await page.getByRole('button', { name: /remove this filter/ }).click();
    await page.getByText(/No (message|request|webhook) yet/).waitFor();
  });
});
