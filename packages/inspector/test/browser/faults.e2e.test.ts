import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

/** Builds the sentence of a fault, and switches it on. */
async function build(page: Page, effect: string, times = '1', calls = 'calls'): Promise<void> {
  const group = page.getByRole('group', { name: 'New fault' });
  await group.getByRole('spinbutton', { name: 'Number of calls' }).fill(times);
  await group.getByRole('combobox', { name: 'Calls' }).selectOption({ label: calls });
  await group.getByRole('combobox', { name: 'Effect' }).selectOption(effect);
  await group.getByRole('button', { name: 'Switch on' }).click();
}

describe('the sentence of a fault', () => {
  test('makes the next calls fail as it says', async ({ inspect }) => {
    const { page, visit, server, emulator } = await inspect();
    await visit('#/requests');
    await page.getByRole('heading', { name: 'Faults' }).waitFor();
    const list = () =>
      fetch(`${server.url}/batch?key=${emulator.account.apiKey}`).then(
        ({ status }) => String(status),
        () => 'cut',
      );
    for (const [effect, result, words] of [
      ['fail with 503', '503', 'Next 2 calls fail with 503'],
      ['fail with 429', '429', 'Next 2 calls fail with 429'],
      ['are cut off', 'cut', 'Next 2 calls are cut off'],
      ['are cut off, after processing', 'cut', 'Next 2 calls are cut off, after processing'],
    ] as const) {
      await build(page, effect, '2');
      const added = page.getByText(`${words}: 2 calls left`, { exact: true });
      await added.waitFor();
      expect([await list(), await list(), await list()]).toEqual([result, result, '200']);
      await expect.poll(() => added.count()).toBe(0);
    }
    await page.getByText('4 used up').click();
    await page.getByText('Next 2 calls are cut off: 2 hits').waitFor();
  });

  test('marks the requests and the messages that it hit, and says when to try again', async ({ inspect }) => {
    const { page, visit, send, emulator } = await inspect();
    await visit('#/requests');
    await page.getByRole('spinbutton', { name: 'retry after' }).fill('10');
    await build(page, 'fail with 503', '1', 'sends');
    await page.getByText('Next send fails with 503, retry after 10 s: 1 call left').waitFor();
    await send(text('Hello')).catch(() => undefined);
    await page.getByRole('row', { name: /503 fault POST \/message/ }).waitFor();
    emulator.addFault({ operation: 'messages.send', disconnect: true, when: 'after' });
    await send(text('Processed')).catch(() => undefined);
    await visit('#/messages');
    await page.getByRole('row', { name: /fault Processed/ }).waitFor();
  });

  test('delays a call, without an error', async ({ inspect }) => {
    const { page, visit, server, emulator } = await inspect();
    await visit('#/requests');
    await build(page, 'are 2 s late');
    await page.getByText('Next call is 2 s late: 1 call left').waitFor();
    let hasEnded = false;
    const slow = fetch(`${server.url}/batch?key=${emulator.account.apiKey}`).finally(() => {
      hasEnded = true;
    });
    // A call that comes later is not delayed, so it ends first.
    await expect.poll(() => emulator.faults()[0]?.left).toBe(0);
    expect((await fetch(`${server.url}/batch?key=${emulator.account.apiKey}`)).status).toBe(200);
    expect(hasEnded).toBe(false);
    expect((await slow).status).toBe(200);
  });

  test('is typed in the palette, where Tab completes it and Enter switches it on', async ({ inspect }) => {
    const { page, emulator } = await inspect();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('next 3 se');
    await page.getByRole('option', { name: 'Next 3 sends fail with 503 Fault' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type(', re');
    await page.keyboard.press('Tab');
    const field = page.getByRole('combobox', { name: /^Command/ });
    expect(await field.inputValue()).toBe('next 3 sends fail with 503, retry after 10 s');
    await page.keyboard.press('Enter');
    await page.getByText('On: next 3 sends fail with 503, retry after 10 s.').waitFor();
    expect(emulator.faults()).toMatchObject([
      { operation: 'messages.send', status: 503, times: 3, headers: { 'retry-after': '10' } },
    ]);
  });
});

test('faults are removed one by one or all at a time, and the navigation shows how many are active', async ({
  inspect,
}) => {
  const { page, visit, emulator } = await inspect();
  await visit('#/requests');
  for (const effect of ['fail with 503', 'fail with 429', 'are cut off']) await build(page, effect);
  const badge = page.getByRole('navigation').getByText('active faults');
  await page.getByRole('link', { name: /Requests\s*, active faults: 3/ }).waitFor();
  await page.getByRole('button', { name: /^Remove: Next call fails with 429/ }).click();
  await page.getByRole('link', { name: /Requests\s*, active faults: 2/ }).waitFor();
  await page.getByRole('button', { name: 'Remove all' }).click();
  await badge.waitFor({ state: 'detached' });
  expect(emulator.faults()).toEqual([]);
});

test('a fault that another program adds appears without a reload', async ({ inspect }) => {
  const { page, visit, emulator } = await inspect();
  await visit('#/requests');
  await page.getByText('No request yet').waitFor();
  emulator.addFault({ path: '/batch', code: 'batch_not_found', times: 2 });
  await page.getByText('Next 2 /batch calls fail with batch_not_found: 2 calls left').waitFor();
});

test('a fault of one operation responds with the headers of the form', async ({ inspect }) => {
  const { page, visit, server, emulator } = await inspect();
  await visit('#/requests');
  await page.getByRole('button', { name: 'Other…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Operation' }).selectOption('batches.listPending');
  expect(await dialog.getByRole('textbox', { name: 'Path' }).count()).toBe(0);
  await dialog.getByRole('combobox', { name: 'Error code' }).selectOption('service_unavailable');
  await dialog.getByRole('textbox', { name: 'Headers' }).fill('retry-after: 10\nx-trace: a:b\n');
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await page
    .getByText(
      /^Next batches\.listPending call fails with service_unavailable, retry after 10 s, header x-trace: 1 call left/,
    )
    .waitFor();
  const { status, headers } = await fetch(`${server.url}/batch?key=${emulator.account.apiKey}`);
  expect([status, headers.get('retry-after'), headers.get('x-trace')]).toEqual([503, '10', 'a:b']);
});
