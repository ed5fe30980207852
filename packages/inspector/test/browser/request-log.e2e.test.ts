import { expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

test('a request that is read stays complete when it leaves the log, and its row stays in its place', async ({
  inspect,
}) => {
  const { page, send, visit } = await inspect({ options: { requestLimit: 3 } });
  const sendAll = async (...bodies: string[]) => {
    for (const body of bodies) await send(text(body));
  };
  await sendAll('First', 'Second', 'Third');
  await visit('#/requests');
  await page.getByText('3 requests', { exact: true }).waitFor();
  const row = page.getByRole('row', { name: /POST \/message/ }).nth(1);
  await row.click();
  const detail = page.getByRole('region', { name: 'Request', exact: true });
  await detail.getByText('in the log').waitFor();
  await detail.getByText('"Second"').first().waitFor();
  await detail
    .getByRole('link', { name: /447700900123/ })
    .first()
    .waitFor();
  const readAt = async () => [
    await row.boundingBox(),
    await detail.getByText('"Second"').first().boundingBox(),
  ];
  const places = await readAt();

  await sendAll('Fourth', 'Fifth', 'Sixth', 'Seventh');
  await detail.getByText('no longer in the log').waitFor();
  await page.getByText('3 of these are no longer in the log, which keeps 3').waitFor();
  expect(await readAt()).toEqual(places);
  expect(await row.getAttribute('aria-description')).toBe('No longer in the log');
  await detail.getByText('"Second"').first().waitFor();
  expect(await detail.getByRole('link', { name: /447700900123/ }).count()).toBeGreaterThan(0);
  expect(await detail.getByRole('button', { name: 'Replay', exact: true }).isDisabled()).toBe(true);
  expect(await detail.getByRole('button', { name: 'curl' }).isDisabled()).toBe(false);

  await page.getByRole('button', { name: '4 newer requests' }).click();
  await page.getByText('6 requests', { exact: true }).waitFor();
  await detail.getByText('"Second"').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Latest 3 of 7 requests').waitFor();
});

test('a list of requests stands still while the user reads further down', async ({ inspect }) => {
  const { page, send, visit } = await inspect({ options: { requestLimit: 60 } });
  const sendMany = async (count: number) => {
    for (let sent = 0; sent < count; sent++) await send(text('Busy'));
  };
  await sendMany(60);
  await visit('#/requests');
  await page.getByText('60 requests', { exact: true }).waitFor();
  const grid = page.getByRole('grid');
  await grid.evaluate((element) => element.scrollTo({ top: 600 }));
  const read = () =>
    grid.evaluate((element) => {
      const rows = [...element.querySelectorAll('.grid-body [role=row]')];
      return rows.map((row) => [row.textContent, row.getBoundingClientRect().top]);
    });
  await page
    .getByRole('row', { name: /POST \/message/ })
    .nth(20)
    .waitFor();
  const before = await read();
  await sendMany(70);
  await page.getByRole('button', { name: '70 newer requests' }).waitFor();
  await page.getByText('60 of these are no longer in the log, which keeps 60').waitFor();
  expect(await read()).toEqual(before);
  await grid.evaluate((element) => element.scrollTo({ top: 0 }));
  await page.getByText('Latest 60 of 130 requests').waitFor();
  expect(await page.getByRole('button', { name: /newer request/ }).count()).toBe(0);
});
