import { expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

test('the page begins with failures, each with its cause, a remedy and the list of it', async ({
  inspect,
}) => {
  const { page, send, emulator, receiver, server, visit } = await inspect();
  receiver.statuses.push(500);
  await send(text('Fine'));
  await send(text('Off', { to: '447700900822' }), text('Off', { to: '447700900822' }));
  await send(text('Wrong', { from: { type: 'custom', value: 'OTHER' } })).catch(() => undefined);
  await send(text('Hello', { callback: `${receiver.url}/receipts` }));
  await emulator.settle();
  await page.goto(server.inspectorUrl);
  const problems = page.getByRole('region', { name: 'Failures' });
  await problems.getByText('Send the message again later.').waitFor();
  await problems.getByRole('link', { name: /^1 webhook not accepted 500 from/ }).waitFor();
  await problems.getByRole('link', { name: '1 request refused 403 sender_not_owned' }).click();
  await page.getByRole('row', { name: /403 POST \/message/ }).waitFor();
  await visit('#/overview');
  await problems.getByRole('link', { name: /^2 messages failed 22/ }).click();
  await page.getByText('2 messages', { exact: true }).waitFor();
  await page
    .getByRole('row', { name: /failed 22 \+447700900822/ })
    .first()
    .waitFor();
});

test('a failure that was seen is not reported again, also after a reload, and can be shown again', async ({
  inspect,
}) => {
  const { page, send, emulator } = await inspect();
  await send(text('Off', { to: '447700900822' }));
  await page.getByRole('button', { name: 'Mark as seen' }).click();
  const problems = page.getByRole('region', { name: 'Failures since your last look' });
  await problems.getByText('Nothing. Everything that was sent went well.').waitFor();
  await page.reload();
  await problems.getByText('Nothing.').waitFor();
  await emulator.clock.advance('1m');
  await send(text('Off', { to: '447700900801' }));
  await problems.getByRole('link', { name: /^1 message failed 1 / }).waitFor();
  await page.getByRole('button', { name: 'Mark as seen' }).click();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await page.getByRole('link', { name: /^1 message failed 22/ }).waitFor();
});

test('an account that runs out of credits, the jobs that are due next, and the latest conversations', async ({
  inspect,
}) => {
  const { page, send, emulator } = await inspect();
  await page.getByText('Nothing was sent yet.').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Send a message' }).waitFor();
  await send(...Array.from({ length: 995 }, () => text('Campaign')));
  await send(text('Tomorrow', { send_at: '2026-01-02T09:00Z' }));
  emulator.handset('447700900123').reply('STOP');
  await page.getByRole('link', { name: 'Demo account runs out of credits 4 credits left' }).waitFor();
  await page.getByRole('region', { name: 'Latest conversations' }).getByText('STOP').waitFor();
  await page
    .getByRole('region', { name: 'Due next' })
    .getByRole('link', { name: 'Send “Tomorrow” to +447700900123' })
    .click();
  await page.getByRole('button', { name: /^Advance to here/ }).waitFor();
  expect(await page.title()).toMatch(/^Job send-batch – Clock/);
});

test.for(['a reset', 'an undo'] as const)(
  'a look from later than now is forgotten: after %s, new failures are shown',
  async (how, { inspect }) => {
    const { page, send, emulator, control } = await inspect();
    const off = text('Off', { to: '447700900822' });
    // Otherwise the first response can arrive before the page knows the new time.
    await page.getByText('Nothing was sent yet.').waitFor();
    const { move } = (await control('POST /clock/advance', { by: '1h', undoable: true })) as { move: string };
    await send(off);
    const problems = page.getByRole('region', { name: /^Failures/ });
    await problems.getByText('1 message failed').waitFor();
    await page.getByRole('button', { name: 'Mark as seen' }).click();
    await problems.getByText('Nothing.').waitFor();
    if (how === 'a reset') emulator.reset();
    else await control(`POST /clock/moves/${move}/undo`);
    await page.getByRole('heading', { name: 'Failures', exact: true }).waitFor();
    await send(off, off);
    await emulator.clock.advance('2h');
    await problems.getByText('2 messages failed').waitFor();
    await page.reload();
    await problems.getByText('2 messages failed').waitFor();
  },
);

test('a browser that forbids storage shows the failures, and can mark them as seen', async ({ inspect }) => {
  const { page, send } = await inspect();
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  });
  await page.reload();
  await send(text('Off', { to: '447700900822' }));
  await page.getByRole('button', { name: 'Mark as seen' }).click();
  await page.getByRole('region', { name: 'Failures since your last look' }).getByText('Nothing.').waitFor();
});

test('a number leads to a list of that length, also when only some failures are since the last look', async ({
  inspect,
}) => {
  const { page, send, emulator, receiver, visit } = await inspect();
  const off = text('Off', { to: '447700900822', callback: `${receiver.url}/receipts` });
  receiver.statuses.push(500);
  await send(off);
  await emulator.settle();
  await page.getByRole('link', { name: '1 webhook not accepted' }).waitFor();
  await page.getByRole('button', { name: 'Mark as seen' }).click();
  const problems = page.getByRole('region', { name: 'Failures since your last look' });
  await problems.getByText('Nothing.').waitFor();
  // The first webhook is not attempted again before its list is read.
  await emulator.clock.advance('1s');
  receiver.statuses.push(500, 500);
  await send(off, off);
  await problems.getByRole('link', { name: '2 messages failed' }).click();
  await page.getByText('2 messages', { exact: true }).waitFor();
  await visit('#/overview');
  await problems.getByRole('link', { name: '2 webhooks not accepted' }).click();
  await page.getByText('2 deliveries', { exact: true }).waitFor();
});

test('the search of the overview offers the filters of messages', async ({ inspect }) => {
  const { page, send } = await inspect();
  await send(text('Off', { to: '447700900822' }), text('Fine'));
  const field = page.getByRole('combobox', { name: /^Find a phone/ });
  await field.pressSequentially('state:f');
  await page.getByRole('option', { name: 'state:failed' }).click();
  await field.press('Enter');
  await page.getByText('1 message', { exact: true }).waitFor();
});

test('the name of the program leads to the first view', async ({ inspect }) => {
  const { page, visit } = await inspect();
  await visit('#/messages');
  await page.getByRole('link', { name: 'Messaging emulator' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
});

test('the numbers below the chart lead to the messages that they count', async ({ inspect }) => {
  const { page, send, emulator, visit } = await inspect();
  await send(text('Old'), text('Old', { to: '447700900822' }));
  await emulator.clock.advance('8d');
  await send(text('Fine'), text('Off', { to: '447700900822' }), text('Off', { to: '447700900822' }));
  await emulator.settle();
  for (const [link, messages] of [
    ['3 messages', '3 messages'],
    ['2 failed', '2 messages'],
  ] as const) {
    await visit('#/overview');
    await page.getByRole('figure').getByRole('link', { name: link, exact: true }).click();
    await page.getByText(messages, { exact: true }).waitFor();
  }
});
