import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

const card = (page: Page) => page.getByRole('main').getByRole('region', { name: 'Why', exact: true });

/** Waits for the card of the open object to have a text. */
async function says(page: Page, words: RegExp): Promise<void> {
  await expect.poll(() => card(page).first().textContent()).toMatch(words);
}

describe('the card at the top of each object says why (EMU-29)', () => {
  test('of a message that fails by a rule, with a link to the network', async ({ inspect }) => {
    const { page, send, emulator, visit } = await inspect();
    emulator.setCarrier({
      rules: [
        { to: '447700900999', outcome: 'hold' },
        { to: '4477009001*', outcome: 'fail', code: '22' },
      ],
    });
    await send(text('To a phone that is off'));
    await visit(`#/messages/${emulator.messages()[0]?.messageUuid}`);
    await says(page, /^Failed with 22: No response.*Decided by rule 2 of the network, for 4477009001\*\./);
    await says(page, /switched off or out of range\.Send the message again later\./);
    await card(page).getByRole('link', { name: 'Change the network' }).click();
    await page.getByRole('heading', { name: 'Network' }).first().waitFor();
  });

  test('of a message without a receipt, which one button delivers', async ({ inspect }) => {
    const { page, send, emulator, visit } = await inspect();
    await send(text('Held', { to: '447700900700' }));
    await visit(`#/messages/${emulator.messages()[0]?.messageUuid}`);
    await says(page, /no receipt will come.*test number …700, which never gets a receipt/);
    await card(page).getByRole('button', { name: 'Deliver it' }).click();
    await says(page, /^DeliveredDecided by a person or a test, by hand\./);
  });

  test('of a scheduled message and of its job, which one button moves the clock to', async ({ inspect }) => {
    const { page, send, emulator, visit } = await inspect();
    await send(text('Tomorrow', { send_at: '2026-01-02T09:00Z' }));
    const [message] = emulator.messages();
    await visit(`#/messages/${message?.messageUuid}`);
    await says(page, /^Scheduled for 2 Jan, 09:00:00.*the request, by its send_at/);
    await visit(`#/jobs/send-batch:${message?.batchUuid}`);
    await says(page, /^Waits until 2 Jan, 09:00:00 to send “/);
    await card(page).getByRole('button', { name: 'Move the clock there' }).click();
    await expect.poll(() => emulator.messages()[0]?.state).toBe('delivered');
  });

  test('of a batch, with a link to the first message that failed', async ({ inspect }) => {
    const { page, client, emulator, visit } = await inspect();
    await client.batches.send({
      from: 'DEMO',
      message: 'To everybody',
      destinations: ['447700900123', '447700900822'],
    });
    await visit(`#/batches/${emulator.messages()[0]?.batchUuid}`);
    await says(page, /^1 delivered, 1 failed.*different for each message/);
    await card(page).getByRole('link', { name: 'Message to +447700900822' }).click();
    await says(page, /^Failed with 22/);
  });

  test('of a webhook, with the words of the server and the result of another attempt in numbers (EMU-28)', async ({
    inspect,
  }) => {
    const { page, send, emulator, visit } = await inspect({
      options: {
        webhooks: {
          fetch: async () =>
            new Response('TypeError: order is undefined\n  at receipts.ts:12', { status: 500 }),
        },
      },
    });
    await send(text('Hello', { callback: 'https://app.example/receipts' }));
    await emulator.settle();
    const [delivery] = emulator.webhooks();
    await visit(`#/webhooks/${delivery?.id}`);
    await says(page, /^Not accepted yet after 1 attempt: status 500, next attempt at 09:00:10/);
    await says(page, /Your server responded with 500:TypeError: order is undefined/);
    await card(page).getByRole('button', { name: 'Send it again' }).click();
    await page.getByRole('status').getByText('The webhook is not accepted: status 500.').waitFor();
    await says(page, /^Not accepted yet after 1 attempt and 1 by hand/);
    await card(page).getByRole('link', { name: 'Message to +447700900123' }).click();
    await says(page, /^Delivered, but the webhook with its receipt was not accepted: status 500/);
  });

  test('of a request that was refused, and of one that a fault hit', async ({ inspect }) => {
    const { page, send, emulator, visit, server } = await inspect();
    await fetch(`${server.url}/mesage?key=${emulator.account.apiKey}`, { method: 'POST' });
    await visit('#/requests/1');
    await says(
      page,
      /^Refused with 404 not_found: No operation has the path \/mesage\. Did you mean \/message\?/,
    );
    await says(page, /Decided by a rule of the service\./);
    emulator.addFault({ operation: 'messages.send', status: 503, headers: { 'retry-after': '10' } });
    await send(text('Hello')).catch(() => undefined);
    await visit('#/requests/2');
    await says(page, /^Refused with 503.*Decided by the fault "next send fails with 503, retry after 10 s"/);
    await card(page).getByRole('button', { name: 'Remove the fault' }).click();
    await expect.poll(() => emulator.faults()).toEqual([]);
  });

  test('of a change of credits, with a link to its batch', async ({ inspect }) => {
    const { page, send, emulator, visit } = await inspect();
    await send(text('Hello'));
    const charged = emulator.journal().find(({ fact }) => fact.type === 'credits-charged');
    await visit(`#/accounts/${emulator.account.identifier}?entry=${charged?.seq}`);
    await says(
      page,
      /^Charged 1 credit; then 999 paid, 0 packaged, 0 held.*Decided by a call of the public API/,
    );
    await card(page)
      .getByRole('link', { name: /^Batch of 1 message/ })
      .click();
    await says(page, /^Delivered/);
  });

  test('of a reply whose webhook the server refused, which its bubble shows', async ({ inspect }) => {
    const { page, send, emulator, visit, client, receiver } = await inspect();
    await client.accounts.update(emulator.account.identifier, {
      mo: { mo_webhook_url: `${receiver.url}/mo`, mo_webhook_secret: 'another secret' },
    });
    await send(text('Will you come?'));
    emulator.handset('447700900123').reply('Yes, at nine');
    await emulator.settle();
    await visit('#/phones/447700900123');
    await page.getByText('webhook · 401').waitFor();
    await page.getByText('Why', { exact: true }).click();
    await says(page, /^Received by Demo account; webhook not accepted yet after 1 attempt: status 401/);
    await says(page, /Check that your application verifies/);
  });
});

test('the card is reached with the keyboard, and its button works with Enter', async ({ inspect }) => {
  const { page, send, emulator, visit } = await inspect();
  await send(text('Held', { to: '447700900700' }));
  await visit(`#/messages/${emulator.messages()[0]?.messageUuid}`);
  const button = card(page).getByRole('button', { name: 'Deliver it' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => emulator.messages()[0]?.state).toBe('delivered');
});

test('the messages that the page itself sends are exempt from faults (EMU-6)', async ({ inspect }) => {
  const { page, emulator } = await inspect();
  const fault = emulator.addFault({ operation: 'messages.send', status: 503 });
  await page
    .getByRole('button', { name: /New message/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'To' }).fill('447700900123');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('From the page');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => emulator.messages().map(({ body }) => body)).toEqual(['From the page']);
  expect(fault.hits()).toBe(0);
});
