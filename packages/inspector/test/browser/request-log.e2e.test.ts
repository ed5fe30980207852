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

test('a listed request that has left the log says what is known of it, and what is not', async ({
  inspect,
}) => {
  const { page, send, visit } = await inspect({ options: { requestLimit: 3 } });
  const other = { from: { type: 'custom', value: 'OTHER' } };
  await send(text('First', other)).catch(() => undefined);
  await send(text('Second'));
  await send(text('Third'));
  await visit('#/requests');
  const rows = page.getByRole('row', { name: /POST \/message/ });
  await rows.nth(1).click();
  const detail = page.getByRole('region', { name: 'Request', exact: true });
  await detail.getByText('"Second"').first().waitFor();
  for (const body of ['Fourth', 'Fifth', 'Sixth']) await send(text(body));
  await page.getByText('3 of these are no longer in the log, which keeps 3').waitFor();

  await rows.nth(2).click();
  await detail.getByRole('heading', { name: 'POST /message' }).waitFor();
  await detail.getByText('Its headers and bodies are no longer available.').waitFor();
  expect(await detail.textContent()).toMatch(/403.*no longer in the log.*sender_not_owned/s);
  expect(await detail.getByRole('button', { name: /Replay|curl/ }).count()).toBe(0);
  await visit('#/requests/1');
  await page.reload();
  await detail.getByText('There is no request 1').waitFor();
});

test('newer requests that cannot be read are reported', async ({ inspect }) => {
  const { page, send, visit } = await inspect();
  await send(text('First'));
  await visit('#/requests/1');
  await page.getByText('1 request', { exact: true }).waitFor();
  await send(text('Second'));
  const newer = page.getByRole('button', { name: '1 newer request' });
  await newer.waitFor();
  await page.route('**/_emulator/requests?*', (route) => route.abort());
  await newer.click();
  await page.getByRole('alert').getByText('The emulator does not respond.').waitFor();
  await page.unroute('**/_emulator/requests?*');
  await newer.click();
  await page.getByText('2 requests', { exact: true }).waitFor();
});
