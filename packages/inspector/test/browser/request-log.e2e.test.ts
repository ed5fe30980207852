import { expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

test('a request that is read stays complete when it leaves the log', async ({ inspect }) => {
  const { page, send, visit } = await inspect({ options: { requestLimit: 3 } });
  const sendAll = async (...bodies: string[]) => {
    for (const body of bodies) await send(text(body));
  };
  await sendAll('First', 'Second', 'Third');
  await visit('#/requests');
  await page.getByText('3 requests', { exact: true }).waitFor();
  await page
    .getByRole('row', { name: /POST \/message/ })
    .nth(1)
    .click();
  const detail = page.getByRole('region', { name: 'Request', exact: true });
  await detail.getByText('in the log').waitFor();
  await detail.getByText('"Second"').first().waitFor();
  await detail
    .getByRole('link', { name: /447700900123/ })
    .first()
    .waitFor();
  const place = await detail.getByText('"Second"').first().boundingBox();

  await sendAll('Fourth', 'Fifth', 'Sixth', 'Seventh');
  await detail.getByText('no longer in the log').waitFor();
  await page.getByText('Latest 3 of 7 requests').waitFor();
  expect(await detail.getByText('"Second"').first().boundingBox()).toEqual(place);
  expect(await detail.getByRole('link', { name: /447700900123/ }).count()).toBeGreaterThan(0);
  expect(await detail.getByRole('button', { name: 'Replay', exact: true }).isDisabled()).toBe(true);
  expect(await detail.getByRole('button', { name: 'curl' }).isDisabled()).toBe(false);
  await page.reload();
  await detail.getByText('There is no request 2').waitFor();
});

test('requests stay in their place while others are added to a log that is full', async ({ inspect }) => {
  const { page, send, visit } = await inspect({ options: { requestLimit: 60 } });
  for (let sent = 1; sent <= 60; sent++) await send(text('Busy', { to: String(447_700_900_100 + sent) }));
  await visit('#/requests');
  await page.getByText('60 requests', { exact: true }).waitFor();
  const grid = page.getByRole('grid');
  await grid.evaluate((element) => element.scrollTo({ top: 200 }));
  const row = page.getByRole('row', { name: /447700900150/ });
  await row.waitFor();
  const place = await row.boundingBox();
  for (let sent = 61; sent <= 70; sent++) await send(text('Busy', { to: String(447_700_900_100 + sent) }));
  await page.getByText('Latest 60 of 70 requests').waitFor();
  expect(await row.boundingBox()).toEqual(place);
  await grid.evaluate((element) => element.scrollTo({ top: 0 }));
  await page.getByRole('row', { name: /447700900170/ }).waitFor();
});
