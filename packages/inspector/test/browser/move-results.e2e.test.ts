import { expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

test('a move of the clock lists what it sent, delivered, failed and called, and each number leads to its rows', async ({
  inspect,
}) => {
  const { page, visit, send, receiver, emulator } = await inspect();
  const at = { send_at: '2026-01-02T09:00Z', callback: `${receiver.url}/receipts` };
  await send(text('Before', { to: '447700900100' }));
  await send(text('One', { ...at, to: '447700900101' }), text('Two', { ...at, to: '447700900102' }));
  await send(text('Wrong', { ...at, to: '447700900822' }));
  await visit('#/clock');
  await page.getByRole('button', { name: 'Tomorrow 09:00' }).click();
  const notice = page.getByRole('status').getByRole('list', { name: 'What the move did' });
  await expect
    .poll(() => notice.getByRole('link').allTextContents())
    .toEqual(['3 sent', '2 delivered', '1 failed', '3 webhook attempts']);
  await emulator.clock.advance('1h');
  await send(text('After', { to: '447700900103' }));
  const did = page
    .getByRole('region', { name: 'Latest moves' })
    .getByRole('list', { name: 'What the move did' });
  for (const [link, rows] of [
    ['3 sent', ['Wrong', 'Two', 'One']],
    ['2 delivered', ['Two', 'One']],
    ['1 failed', ['Wrong']],
  ] as const) {
    await visit('#/clock');
    await did.getByRole('link', { name: link }).click();
    await page
      .getByRole('main')
      .getByText(`${rows.length} message${rows.length === 1 ? '' : 's'}`)
      .waitFor();
    const found = await page
      .getByRole('row')
      .getByText(/^(One|Two|Wrong)$/)
      .allTextContents();
    expect(found.toSorted()).toEqual(rows.toSorted());
  }
  await visit('#/clock');
  await did.getByRole('link', { name: '3 webhook attempts' }).click();
  await page.getByText('3 deliveries').waitFor();
});

test('jobs are listed by the time at which they are due, with number and text, and one pair of buttons for each time', async ({
  inspect,
}) => {
  const { page, visit, send } = await inspect();
  for (const index of [1, 2, 3]) await send(text(`Visit ${index}`, { send_at: '2026-01-02T09:00Z' }));
  await send(text('Later', { send_at: '2026-01-05T09:00Z' }));
  await visit('#/clock');
  await page.getByRole('link', { name: 'Send “Later” to +447700900123' }).waitFor();
  expect(await page.locator('.jobs-what').getByRole('link').allTextContents()).toEqual([
    'Send “Visit 1” to +447700900123',
    'Send “Visit 2” to +447700900123',
    'Send “Visit 3” to +447700900123',
    'Send “Later” to +447700900123',
  ]);
  expect(await page.getByRole('button', { name: /^Advance to here/ }).count()).toBe(2);
  await page.getByRole('button', { name: 'Next Monday 09:00' }).click();
  await page.getByRole('link', { name: 'Clock: 5 Jan 2026 09:00:00 virtual' }).waitFor();
  await page.getByText('Nothing is due').waitFor();
});
