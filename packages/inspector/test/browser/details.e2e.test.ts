import { expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

test('the pane of a message links to each object once, and has its encoding, its parts and its actions', async ({
  inspect,
}) => {
  const { page, visit, send, receiver, emulator } = await inspect();
  await send(text('Žluťoučký kůň '.repeat(6), { callback: `${receiver.url}/receipts` }));
  await emulator.settle();
  await visit(`#/messages/${emulator.messages()[0]?.messageUuid}`);
  const pane = page.getByRole('region', { name: 'Message', exact: true });
  await pane.getByText('UCS-2 because of Ž ť č ý ů and 1 more, 2 parts').waitFor();
  await pane
    .getByTitle(/^account /)
    .last()
    .waitFor();
  // The card that says why has one link, to the cause.
  const links = await pane
    .getByRole('link')
    .evaluateAll((all) =>
      all.filter((link) => link.closest('.why') === null).map((link) => link.getAttribute('href')),
    );
  expect(links).toHaveLength(6);
  expect(new Set(links).size).toBe(links.length);
  const head = pane.locator('.detail-head');
  await head.getByRole('button', { name: 'Send again…' }).waitFor();
  await head.getByRole('button', { name: 'Copy link' }).waitFor();
});

test('rules of the network are shown beside the messages that they decide', async ({ inspect }) => {
  const { page, visit, send, emulator, control } = await inspect();
  await visit('#/messages');
  await control('PUT /carrier', {
    outcome: 'hold',
    rules: [{ to: '447700900*', outcome: 'fail', code: '22' }],
  });
  await send(text('Decided'));
  await page
    .getByText(
      'The network holds messages until you deliver or fail them. The network has 1 rule for numbers.',
    )
    .waitFor();
  await visit(`#/messages/${emulator.messages()[0]?.messageUuid}`);
  await page.getByText('Decided by rule 1 of the network, for 447700900*.').waitFor();
  await page.getByRole('link', { name: 'Change the network' }).click();
  await page.getByRole('heading', { name: 'Network' }).waitFor();
});

test('shared senders that are exhausted for a number are in the overview', async ({ inspect }) => {
  const { page, send } = await inspect({ options: { sharedSenders: ['447700900980'] } });
  await send(text('Taken', { from: { type: 'shared' } }));
  await page.getByRole('link', { name: 'Shared senders are exhausted for 1 number +447700900123' }).click();
  await page.getByRole('heading', { name: '+447700900123' }).waitFor();
});

test('an error is an alert that stays, and success is a status', async ({ inspect }) => {
  const { page, visit } = await inspect();
  await visit('#/messages');
  await page.route('**/clock/advance', (route) =>
    route.fulfill({ status: 500, body: '{"error":{"message":"The clock is broken."}}' }),
  );
  await visit('#/clock');
  await page.getByRole('button', { name: '+ 1 min' }).click();
  await page.getByRole('alert').getByText('The clock is broken.').waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.unroute('**/clock/advance');
  await page.getByRole('button', { name: '+ 1 min' }).click();
  await page.getByRole('status').getByText('Nothing happened').waitFor();
  expect(await page.getByRole('alert').textContent()).toBe('');
});

test('the code of a text is copied from the details of the message', async ({ inspect }) => {
  const { page, send, visit, emulator } = await inspect({
    browser: { permissions: ['clipboard-read', 'clipboard-write'] },
  });
  await send(
    text('593 020 is your Acme verification code'),
    text('Your parcel 48291377 is out for delivery'),
  );
  const [code, parcel] = emulator.messages();
  await visit(`#/messages/${code?.messageUuid}`);
  await page.getByRole('button', { name: 'Copy code 593020' }).click();
  await page.getByText('593020 is copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('593020');
  await visit(`#/messages/${parcel?.messageUuid}`);
  await page.getByRole('blockquote').getByText('Your parcel').waitFor();
  expect(await page.getByRole('button', { name: /^Copy code/ }).count()).toBe(0);
});
