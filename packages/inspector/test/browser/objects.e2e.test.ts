import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { SECRET, inBrowser as test, text } from './inspect.ts';

/** Where a row is, relative to its table. */
function isInView(page: Page, name: string | RegExp): Promise<boolean> {
  return page.getByRole('row', { name }).evaluate((row) => {
    const grid = row.closest('[role=grid]') as HTMLElement;
    const { top, bottom } = row.getBoundingClientRect();
    const box = grid.getBoundingClientRect();
    return top >= box.top && bottom <= box.bottom;
  });
}

const scrollTopOf = (page: Page) => page.getByRole('grid').evaluate(({ scrollTop }) => scrollTop);

describe('an address', () => {
  test('of a message among hundreds selects its row and scrolls to it, and Back restores the position', async ({
    inspect,
  }) => {
    const { page, client, visit, emulator } = await inspect();
    const destinations = Array.from({ length: 900 }, (_, index) => String(447_900_100_000 + index));
    await client.batches.send({ from: 'DEMO', message: 'To everybody', destinations });
    const [deep] = emulator.messages({ to: '447900100200' });
    await visit(`#/messages/${deep?.messageUuid}`);
    const row = page.getByRole('row', { name: '447900100200' });
    await row.waitFor();
    expect(await row.getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => isInView(page, '447900100200')).toBe(true);
    const position = await scrollTopOf(page);
    expect(position).toBeGreaterThan(10_000);
    const detail = page.getByRole('region', { name: 'Message', exact: true });
    await detail.getByRole('link', { name: '447900100200' }).click();
    await page.getByText('To everybody').first().waitFor();
    await page.goBack();
    await row.waitFor();
    await expect.poll(() => scrollTopOf(page)).toBe(position);
  });

  test('of a list restores its position on Back, also when no row is open', async ({ inspect }) => {
    const { page, client, visit } = await inspect();
    const destinations = Array.from({ length: 900 }, (_, index) => String(447_900_100_000 + index));
    await client.batches.send({ from: 'DEMO', message: 'To everybody', destinations });
    await visit('#/messages');
    await page.getByRole('row', { name: '447900100899' }).waitFor();
    await page.getByRole('grid').evaluate((grid) => {
      grid.scrollTop = 12_000;
    });
    await page.getByRole('row', { name: '447900100560' }).waitFor();
    await visit('#/clock');
    await page.getByRole('heading', { name: 'Advance' }).waitFor();
    await page.goBack();
    await page.getByRole('row', { name: '447900100560' }).waitFor();
    await expect.poll(() => scrollTopOf(page)).toBe(12_000);
  });

  test('of an object that does not exist says so', async ({ inspect }) => {
    const { page, visit } = await inspect();
    await visit('#/accounts/00000000-0000-4000-8000-000000000000');
    await page.getByText('The emulator does not have this account').waitFor();
    await visit('#/phones/abc');
    await page.getByText('This is not a phone number').waitFor();
    expect(await page.getByRole('textbox', { name: /Write as/ }).count()).toBe(0);
    await visit('#/messages/00000000-0000-4000-8000-000000000000');
    await page.getByText('There is no message').waitFor();
    await visit('#/batches/00000000-0000-4000-8000-000000000000');
    await page.getByText('There is no batch').waitFor();
  });
});

test('the timeline of a message leads from its request to its webhook and back', async ({ inspect }) => {
  const { page, send, receiver, emulator, visit } = await inspect();
  receiver.statuses.push(500);
  await send(text('Hello', { send_at: '2026-01-01T10:00Z', callback: `${receiver.url}/r` }));
  await emulator.clock.advance('70m');
  await emulator.settle();
  await visit('#/messages');
  await page.getByRole('row', { name: /Hello/ }).click();
  const detail = page.getByRole('region', { name: 'Message', exact: true });
  const timeline = detail.getByRole('list').first();
  await expect
    .poll(() => timeline.textContent())
    .toMatch(
      /Requested.*POST \/message · 200.*Queued.*09:00:00.*Credits held.*1 credit.*after 1 h.*Due.*10:00:00.*Credits charged.*Sent.*by sms.*Delivered.*00 Successful.*Webhook attempt 1.*delivery-receipt · 500.*Webhook attempt 2.*200/,
    );
  await timeline.getByRole('link', { name: 'Request #1' }).click();
  const request = page.getByRole('region', { name: 'Request', exact: true });
  await request.getByText('Hello').first().waitFor();
  await request.getByTitle(`message ${emulator.messages()[0]?.messageUuid}`).click();
  await detail.getByRole('link', { name: 'Webhook' }).first().click();
  const webhook = page.getByRole('region', { name: 'Webhook delivery' });
  await webhook.getByRole('heading', { name: 'delivery-receipt' }).waitFor();
  const related = page.getByRole('region', { name: 'Related objects' });
  await related.getByRole('link', { name: 'Message', exact: true }).click();
  await detail.getByRole('link', { name: 'Batch', exact: true }).click();
  await page.getByRole('heading', { name: 'Batch' }).waitFor();
  await related.getByRole('link', { name: 'Account', exact: true }).click();
  await page.getByRole('main').getByRole('link', { name: 'Requests' }).click();
  await page.getByRole('row', { name: /POST \/message/ }).waitFor();
});

test('a charge is selected in the ledger and on its chart, and leads back to its batch, also among charges of the same moment', async ({
  inspect,
}) => {
  const { page, send, emulator, visit } = await inspect();
  await send(text('The first'), text('The second', { to: '447700900124' }));
  const [, second] = emulator.messages();
  await visit(`#/messages/${second?.messageUuid}`);
  await page
    .getByRole('region', { name: 'Message', exact: true })
    .getByRole('link', { name: 'Ledger' })
    .click();
  const entry = page.getByRole('row', { name: /charged 1 credit \+447700900124 998/ });
  await expect.poll(() => entry.getAttribute('aria-selected')).toBe('true');
  const chart = page.getByRole('slider', { name: /^Ledger/ });
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/09:00:00.*balance 998/);
  const ledger = page.getByRole('region', { name: 'Ledger entries' });
  await ledger.getByRole('link', { name: 'Batch of 1 message from DEMO' }).click();
  await page.getByRole('blockquote').getByText('The second').waitFor();
  await page.goBack();
  await chart.focus();
  await chart.press('ArrowLeft');
  await chart.press('Enter');
  await ledger.getByRole('link', { name: 'Batch of 1 message from DEMO' }).click();
  await page.getByRole('blockquote').getByText('The first').waitFor();
});

test('a scheduled batch is canceled from its own page', async ({ inspect }) => {
  const { page, client, visit, emulator } = await inspect();
  const destinations = ['447700900001', '447700900002'];
  const { identifier } = await client.batches.send({
    from: 'DEMO',
    message: 'Tomorrow',
    destinations,
    at: '2026-01-02T09:00Z',
  });
  await visit(`#/batches/${identifier}`);
  await page.getByText('2 messages').waitFor();
  await page.getByRole('button', { name: /Cancel batch/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel batch' }).click();
  await expect.poll(() => emulator.messages()).toEqual([]);
});

describe('a request', () => {
  test('shows its error in the row and is found by its status', async ({ inspect }) => {
    const { page, send, visit } = await inspect();
    await send(text('One'), text('Two'), text('Three'));
    await send(text('Four', { from: { type: 'custom', value: 'OTHER' } })).catch(() => undefined);
    await visit('#/requests');
    await page.getByRole('row', { name: /200 POST \/message 3 messages to \+447700900123/ }).waitFor();
    await page.getByRole('combobox', { name: /^Search/ }).fill('status:4xx');
    await page.keyboard.press('Enter');
    await page.getByText('1 request', { exact: true }).waitFor();
    await page.getByRole('row', { name: /403 POST \/message.*sender_not_owned/ }).waitFor();
  });

  test('is copied as a command, and is sent again with and without changes', async ({ inspect }) => {
    const { page, send, visit, emulator } = await inspect({
      browser: { permissions: ['clipboard-read', 'clipboard-write'] },
    });
    await send(text('Original'));
    await visit('#/requests/1');
    const detail = page.getByRole('region', { name: 'Request', exact: true });
    const read = () => page.evaluate(() => navigator.clipboard.readText());
    await detail.getByRole('button', { name: 'curl' }).click();
    await expect.poll(read).toMatch(new RegExp(`^curl 'http://127.*key=${emulator.account.apiKey}'`));
    await detail.getByRole('button', { name: 'Replay', exact: true }).click();
    await page.getByText('Sent again: 200, a new message is queued.').waitFor();
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/requests/2');
    await detail.getByText('200', { exact: true }).waitFor();
    // The service accepts the identifiers of a request only once.
    await visit('#/requests/1');
    await detail.getByRole('combobox', { name: 'Identifiers of messages' }).selectOption('same');
    await detail.getByRole('button', { name: 'Replay', exact: true }).click();
    await page.getByText('Sent again: 409 duplicate_id.').waitFor();
    await visit('#/requests/1');
    await detail.getByRole('button', { name: 'Edit and replay…' }).click();
    const body = page.getByRole('textbox', { name: 'Body' });
    await body.fill((await body.inputValue()).replace('Original', 'Changed'));
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    await expect
      .poll(() => emulator.messages().map(({ body }) => body))
      .toEqual(['Original', 'Original', 'Changed']);
  });
});

describe('a webhook', () => {
  test('that fails shows the response of its receiver, and is resent while it is pending', async ({
    inspect,
  }) => {
    const { page, send, receiver, emulator, visit } = await inspect();
    receiver.statuses.push(500);
    await send(text('Hello', { callback: `${receiver.url}/r` }));
    await emulator.settle();
    const [delivery] = emulator.webhooks();
    await visit(`#/webhooks/${delivery?.id}`);
    const detail = page.getByRole('region', { name: 'Webhook delivery' });
    await detail.getByText('pending · 500').waitFor();
    await expect.poll(() => detail.textContent()).toMatch(/500.* ms.*ResponseHeaders/);
    await detail.getByRole('button', { name: 'Resend', exact: true }).click();
    await detail.getByText('succeeded · 200').waitFor();
    expect(emulator.webhooks()).toMatchObject([{ attempts: [{ status: 500 }, { status: 200 }] }]);
  });

  test('is edited and resent as another delivery, and a pasted secret is verified', async ({ inspect }) => {
    const { page, client, send, receiver, emulator, visit } = await inspect();
    const mo = { mo_webhook_url: `${receiver.url}/inbound`, mo_webhook_secret: SECRET };
    await client.accounts.update(emulator.account.identifier, { mo });
    await send(text('Shall we meet?'));
    emulator.handset('447700900123').reply('YES');
    await emulator.settle();
    const [delivery] = emulator.webhooks();
    await visit(`#/webhooks/${delivery?.id}`);
    const detail = page.getByRole('region', { name: 'Webhook delivery' });
    await detail.getByText('Signature base', { exact: true }).click();
    const secret = detail.getByRole('textbox', { name: 'Secret of the receiver' });
    await secret.fill('another secret of that length');
    await secret.press('Enter');
    await detail.getByText('The secret does not match').waitFor();
    await secret.fill(SECRET);
    await secret.press('Enter');
    await detail.getByText('The secret matches').waitFor();
    await detail.getByRole('button', { name: 'Edit and resend…' }).click();
    const payload = page.getByRole('textbox', { name: /Payload/ });
    await payload.fill((await payload.inputValue()).replace('YES', 'NO'));
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
    await expect.poll(() => receiver.verified).toMatchObject([{ message: 'YES' }, { message: 'NO' }]);
  });

  test('is listed in the order of the time that its row shows', async ({ inspect }) => {
    const { page, send, receiver, emulator, visit } = await inspect();
    receiver.statuses.push(500, 200);
    await send(text('First', { callback: `${receiver.url}/first` }));
    await emulator.settle();
    await emulator.clock.advance('1s');
    await send(text('Second', { callback: `${receiver.url}/second` }));
    await emulator.clock.advance('1d');
    await visit('#/webhooks');
    await page.getByRole('columnheader', { name: 'Attempted' }).waitFor();
    const rows = page.getByRole('row', { name: /succeeded/ });
    await expect.poll(() => rows.count()).toBe(2);
    const times = await rows.evaluateAll((all) =>
      all
        .toSorted((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
        .map((row) => row.querySelector('time')?.dateTime ?? ''),
    );
    expect(times).toEqual(times.toSorted().reverse());
  });
});

test('at 900 px, the text of a message has more room than any other column', async ({ inspect }) => {
  const { page, send, visit } = await inspect({ browser: { viewport: { width: 900, height: 700 } } });
  await send(text('Your appointment is tomorrow at ten'));
  await visit('#/messages');
  await page.getByRole('row', { name: /Your appointment/ }).waitFor();
  const widths = await page
    .getByRole('row', { name: /Your appointment/ })
    .getByRole('gridcell')
    .evaluateAll((cells) =>
      cells.map((cell) => [cell.classList.value, cell.getBoundingClientRect().width] as const),
    );
  const [, widthOfText = 0] = widths.find(([name]) => name.includes('grow')) ?? [];
  expect(widthOfText).toBeGreaterThan(220);
  expect(widthOfText).toBe(Math.max(...widths.map(([, width]) => width)));
});

test('an open object stays on the page when the server stops', async ({ inspect }) => {
  const { page, send, visit, server, emulator } = await inspect();
  await send(text('Still here'));
  const [message] = emulator.messages();
  await visit(`#/messages/${message?.messageUuid}`);
  const detail = page.getByRole('region', { name: 'Message', exact: true });
  await detail.getByRole('blockquote').getByText('Still here').waitFor();
  await server.close();
  await page.getByText('Not connected').first().waitFor();
  await detail.getByText('Not up to date').waitFor();
  expect(await detail.getByRole('blockquote').textContent()).toBe('Still here');
});

interface CreatedSandbox {
  readonly id: string;
  readonly account: { readonly apiKey: string };
}

test('twenty tabs over more sandboxes than a browser has connections follow what happens', async ({
  inspect,
}) => {
  const { page, server, control } = await inspect();
  const sandboxes = await Promise.all(
    Array.from({ length: 8 }, () => control('POST /sandboxes', {}) as Promise<CreatedSandbox>),
  );
  const send = ({ account }: CreatedSandbox, body: string) =>
    fetch(`${server.url}/message?key=${account.apiKey}`, {
      method: 'POST',
      body: JSON.stringify({ messages: [text(body)] }),
    });
  for (const sandbox of sandboxes) await send(sandbox, `Before in ${sandbox.id}`);
  const context = page.context();
  const tabs = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const sandbox = sandboxes[index % sandboxes.length] as CreatedSandbox;
      return { sandbox, tab: await context.newPage() };
    }),
  );
  for (const { sandbox, tab } of tabs)
    await tab.goto(`${server.url}/_emulator/sandboxes/${sandbox.id}/#/messages`);
  for (const { sandbox, tab } of tabs)
    await tab.getByRole('row', { name: `Before in ${sandbox.id}` }).waitFor();
  for (const sandbox of sandboxes) await send(sandbox, `After in ${sandbox.id}`);
  for (const { sandbox, tab } of tabs) {
    await tab.getByRole('row', { name: `After in ${sandbox.id}` }).waitFor();
    await tab.getByText('2 messages', { exact: true }).waitFor();
  }
  // A tab of another sandbox continues when one is deleted.
  const [first, second] = tabs as [(typeof tabs)[0], (typeof tabs)[0]];
  await control(`DELETE /sandboxes/${first.sandbox.id}`);
  await first.tab.getByText(`The sandbox ${first.sandbox.id} does not exist`).waitFor();
  await send(second.sandbox, 'After the deletion');
  await second.tab.getByRole('row', { name: 'After the deletion' }).waitFor();
});

test('scrolling by 300 pixels a frame shows rows in every frame, and by 900 pixels in nearly every frame', async ({
  inspect,
}) => {
  const { page, client, visit } = await inspect({
    options: { organization: { creditSystem: false } },
    browser: { viewport: { width: 1280, height: 800 } },
  });
  const destinations = Array.from({ length: 10_000 }, (_, index) => String(447_900_100_000 + index));
  await client.batches.send({ from: 'DEMO', message: 'To everybody', destinations });
  await visit('#/messages');
  await page.getByRole('row', { name: '447900109999' }).waitFor();
  for (const { distance, most } of [
    { distance: 300, most: 0 },
    { distance: 900, most: 9 },
  ]) {
    await page.getByRole('grid').evaluate((grid) => {
      grid.scrollTop = 0;
    });
    await page.getByRole('row', { name: '447900109999' }).waitFor();
    const blank = await blankFrames(page, 180, distance);
    process.stdout.write(
      `${distance} px: ${blank.undrawn} of 180 frames without a row, ${blank.unread} with a row that is not read\n`,
    );
    expect(blank.undrawn, `${distance} px`).toBeLessThanOrEqual(most);
  }
});

/** Scrolls down by a distance each frame. Counts the frames in which a part of the table has no row, or no content. */
function blankFrames(page: Page, frames: number, distance: number) {
  return page.evaluate(
    async ({ frames, distance }) => {
      const grid = document.querySelector('[role=grid]') as HTMLElement;
      const { left, top, bottom } = grid.getBoundingClientRect();
      let undrawn = 0;
      let unread = 0;
      for (let frame = 0; frame < frames; frame++) {
        await new Promise(requestAnimationFrame);
        grid.scrollTop += distance;
        // The rows that the browser paints at the end of this frame.
        const rows = [top + 40, (top + bottom) / 2, bottom - 4].map((y) =>
          document.elementFromPoint(left + 200, y)?.closest('[role=row]'),
        );
        if (rows.some((row) => row === null || row === undefined)) undrawn++;
        else if (rows.some((row) => row?.querySelector('.loading') !== null)) unread++;
      }
      return { undrawn, unread };
    },
    { frames, distance },
  );
}
