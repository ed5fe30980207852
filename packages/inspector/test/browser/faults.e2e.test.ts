import { describe, expect } from 'vitest';
import { inBrowser as test } from './inspect.ts';

describe('a button for the next call', () => {
  test('makes it fail as its name says, once for each click', async ({ inspect }) => {
    const { page, visit, server, emulator } = await inspect();
    await visit('#/requests');
    const list = () =>
      fetch(`${server.url}/batch?key=${emulator.account.apiKey}`).then(
        ({ status, headers }) => `${status} ${headers.get('retry-after') ?? ''}`.trim(),
        () => 'cut',
      );
    for (const [name, result, words] of [
      ['503', '503', 'status 503'],
      ['429', '429 1', 'status 429'],
      ['Cut before', 'cut', 'connection cut'],
      ['Cut after', 'cut', 'connection cut, after the call was processed'],
    ] as const) {
      const button = page.getByRole('button', { name, exact: true });
      const added = page.getByText(`${words}, any method any path, 1 call left`, { exact: true });
      for (const clicks of [1, 2]) {
        await button.click();
        await expect.poll(() => added.count()).toBe(clicks);
      }
      expect([await list(), await list(), await list()]).toEqual([result, result, '200']);
      await expect.poll(() => added.count()).toBe(0);
    }
    await page.getByText('8 used up').click();
    await page.getByText('connection cut, any method any path: 1 hit').first().waitFor();
  });

  test('delays it, without an error', async ({ inspect }) => {
    const { page, visit, server, emulator } = await inspect();
    await visit('#/requests');
    await page.getByRole('button', { name: '2 s late' }).click();
    await page.getByText('2s late, any method any path, 1 call left').waitFor();
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
});

test('faults are removed one by one or all at a time, and the navigation shows how many are active', async ({
  inspect,
}) => {
  const { page, visit, emulator } = await inspect();
  await visit('#/requests');
  for (const name of ['503', '429', 'Cut before'])
    await page.getByRole('button', { name, exact: true }).click();
  const badge = page.getByRole('navigation').getByText('active faults');
  await page.getByRole('link', { name: /Requests\s*, active faults: 3/ }).waitFor();
  await page.getByRole('button', { name: /^Remove: status 429/ }).click();
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
  await page.getByText('batch_not_found, any method /batch, 2 calls left').waitFor();
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
  await page.getByText('service_unavailable, batches.listPending, 1 call left').waitFor();
  const { status, headers } = await fetch(`${server.url}/batch?key=${emulator.account.apiKey}`);
  expect([status, headers.get('retry-after'), headers.get('x-trace')]).toEqual([503, '10', 'a:b']);
});
