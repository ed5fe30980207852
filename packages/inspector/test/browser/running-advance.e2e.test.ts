import { expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

/** Joins as an application that follows the clock and never says that it is ready. */
async function followAndHang(url: string): Promise<AbortController> {
  const joined = await fetch(`${url}/_emulator/followers`, {
    method: 'POST',
    body: JSON.stringify({ name: 'shop' }),
  });
  const { id } = (await joined.json()) as { id: string };
  const listening = new AbortController();
  const { signal } = listening;
  const stream = await fetch(`${url}/_emulator/followers/${id}/events`, { signal });
  await stream.body?.getReader().read();
  return listening;
}

test('an advance of another client is shown with its present instant and what holds it, and the keyboard stops it', async ({
  inspect,
}) => {
  const { page, visit, server, emulator, send } = await inspect();
  await send(text('Later', { send_at: '2026-01-01T12:00Z' }));
  await visit('#/clock');
  const follower = await followAndHang(server.url);
  const advance = emulator.clock.advance('7d').then(
    () => 'ended',
    (error: Error) => error.message,
  );
  await page.getByText('Moving to 8 Jan 2026, 09:00:00.').waitFor();
  await page.getByText('Now at 1 Jan 2026, 09:00:00, after 0 instants.').waitFor();
  await page.getByText('Waits for shop.').waitFor();
  await page.getByRole('button', { name: 'Stop the advance', exact: true }).focus();
  await page.keyboard.press('Enter');
  expect(await advance).toContain('It was stopped.');
  await page.getByText('Moving to 8 Jan 2026, 09:00:00.').waitFor({ state: 'detached' });
  expect(emulator.messages()).toMatchObject([{ state: 'scheduled' }]);
  follower.abort();
});

test('every view can stop an advance, and the page that began it says quietly where it stopped', async ({
  inspect,
}) => {
  const { page, visit, server } = await inspect();
  await visit('#/clock');
  const follower = await followAndHang(server.url);
  await page.getByRole('button', { name: '+ 1 day' }).click();
  await visit('#/messages');
  await page.getByRole('banner').getByRole('button', { name: 'Stop the advance of the clock' }).click();
  await page
    .getByRole('status')
    .getByText('The advance was stopped at 1 Jan 2026, 09:00:00.', { exact: true })
    .waitFor();
  expect(await page.getByRole('alert').textContent()).toBe('');
  await page.getByRole('banner').getByRole('button', { name: 'Next job' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Command/ }).fill('stop the advance');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  follower.abort();
});
