import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

/** The color of the background of an element. */
const background = (element: Locator) => element.evaluate((one) => getComputedStyle(one).backgroundColor);

test('an account without credits is in the overview, and leads to the account', async ({ inspect }) => {
  const { page } = await inspect({ options: { accounts: [{ name: 'Empty', credits: 0 }] } });
  const problems = page.getByRole('region', { name: 'Failures' });
  await problems.getByRole('link', { name: 'Empty cannot send 0 credits left' }).click();
  await page.getByRole('heading', { name: 'Empty' }).waitFor();
});

test('a failed message has a color of its own, and a delivered one has none', async ({ inspect }) => {
  const { page, send, visit } = await inspect();
  await send(text('Fine'), text('Off', { to: '447700900822' }));
  await visit('#/messages');
  const chip = (state: RegExp) => page.getByRole('row', { name: state }).locator('.chip');
  const [failed, delivered] = await Promise.all([
    background(chip(/failed 22/)),
    background(chip(/delivered/)),
  ]);
  expect(delivered).toBe('rgba(0, 0, 0, 0)');
  expect(failed).not.toBe(delivered);
});

test('a row shows when a scheduled message is due, and the column Sent when it went out', async ({
  inspect,
}) => {
  const { page, send, visit, emulator } = await inspect({
    browser: { viewport: { width: 1440, height: 800 } },
  });
  await send(text('Tomorrow', { send_at: '2026-01-02T10:30Z' }));
  await visit('#/messages');
  await page.getByRole('columnheader', { name: 'Sent' }).waitFor();
  const row = page.getByRole('row', { name: /Tomorrow/ });
  await expect.poll(() => row.textContent()).toMatch(/09:00:00.*due 2 Jan, 10:30:00.*Tomorrow/);
  await emulator.clock.advance('2d');
  await expect.poll(() => row.textContent()).not.toContain('due');
  await row.getByText('10:30:00').waitFor();
});

test('arrows and Enter choose a phone', async ({ inspect }) => {
  const { page, send, visit } = await inspect();
  for (const last of [1, 2, 3]) await send(text('Hello', { to: `44770090010${last}` }));
  await visit('#/phones');
  await page.getByRole('row').nth(2).waitFor();
  await page.getByRole('grid').focus();
  const hash = () => page.evaluate(() => location.hash);
  await page.keyboard.press('ArrowDown');
  await expect.poll(hash).toMatch(/^#\/phones\/44770090010\d$/);
  const first = await hash();
  await page.keyboard.press('ArrowDown');
  await expect.poll(hash).not.toBe(first);
  const number = (await hash()).slice('#/phones/'.length);
  const conversation = page.getByRole('region', { name: `Conversation of +${number}` });
  await conversation.waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => conversation.evaluate((box) => box.contains(document.activeElement))).toBe(true);
});

test('the pane of a message fails it with a code, and copies its link', async ({ inspect }) => {
  const { page, send, visit, emulator, server } = await inspect({
    browser: { permissions: ['clipboard-read', 'clipboard-write'] },
  });
  await send(text('Waits', { to: '447700900700' }));
  const hash = `#/messages/${emulator.messages()[0]?.messageUuid}`;
  await visit(hash);
  const head = page.getByRole('region', { name: 'Message', exact: true }).locator('.detail-head');
  await head.getByRole('button', { name: 'Copy link' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`${server.inspectorUrl}${hash}`);
  await head.getByRole('button', { name: 'Fail…' }).click();
  await head.getByRole('combobox', { name: 'Receipt code' }).fill('30');
  await head.getByRole('button', { name: 'Fail', exact: true }).click();
  await page.getByText('The message has failed with code 30.').waitFor();
  expect(emulator.messages()).toMatchObject([{ state: 'failed', receipt: { code: '30' } }]);
});

test('the notice of a replay leads to the new message', async ({ inspect }) => {
  const { page, send, visit, emulator } = await inspect();
  await send(text('Original'));
  await visit('#/requests/1');
  const detail = page.getByRole('region', { name: 'Request', exact: true });
  await detail.getByRole('button', { name: 'Replay', exact: true }).click();
  await page.getByRole('button', { name: 'Show it' }).click();
  await page.getByRole('region', { name: 'Message', exact: true }).waitFor();
  const [, second] = emulator.messages();
  expect(await page.evaluate(() => location.hash)).toBe(`#/messages/${second?.messageUuid}`);
});

test.for([
  [1, true],
  [2, false],
] as const)(
  'after one message, the line of an account that had %i credits is red: %s',
  async ([credits, isRed], { inspect }) => {
    const { page, send, visit, emulator } = await inspect({
      options: { accounts: [{ credits, senders: ['DEMO'] }] },
      browser: { colorScheme: 'light' },
    });
    await send(text('The last'));
    await visit(`#/accounts/${emulator.account.identifier}`);
    const chart = page.getByRole('slider', { name: /^Ledger/ });
    await chart.waitFor();
    /** Whether a pixel of the chart has the color of failures, which is that of the chip for failed messages. */
    const hasRed = async () => {
      const png = (await chart.screenshot()).toString('base64');
      return page.evaluate(async (data) => {
        const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes]));
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext('2d');
        context?.drawImage(image, 0, 0);
        const color = getComputedStyle(document.documentElement).getPropertyValue('--failed');
        const [red, green, blue] =
          /#(..)(..)(..)/
            .exec(color)
            ?.slice(1)
            .map((pair) => Number.parseInt(pair, 16)) ?? [];
        const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        for (let at = 0; at < pixels.length; at += 4)
          if (pixels[at] === red && pixels[at + 1] === green && pixels[at + 2] === blue) return true;
        return false;
      }, png);
    };
    await page.getByRole('region', { name: 'Ledger entries' }).getByText('charged 1 credit').waitFor();
    await expect.poll(hasRed).toBe(isRed);
  },
);
