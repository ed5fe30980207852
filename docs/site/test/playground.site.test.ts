/** The playground of the built site, in Chromium: `npm run docs` comes first. */
import { readFileSync } from 'node:fs';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openSite, type Site } from './site.ts';

let site: Site;
let page: Page;
let inspector: FrameLocator;

beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

async function open(address: string): Promise<void> {
  await page?.close();
  page = await site.open(address);
  inspector = page.frameLocator('.playground iframe');
}

const output = () => page.locator('.playground-output').innerText();
const runs = () => expect.poll(output).not.toMatch(/^(Running|The output appears here\.)$/);

/** What each example shows: in its output, and in the inspector. */
const EXAMPLES: Readonly<Record<string, { readonly output: RegExp; readonly inspector: string }>> = {
  'first-message': { output: /\{ total: 1, delivered: 1, failed: 0 \}/, inspector: 'Your table is ready' },
  'reminder-tomorrow': { output: /scheduled: true/, inspector: 'See you at the dentist' },
  'one-time-code': { output: /read from the phone: \d{6}\s+accepted: true/, inspector: 'Your code is' },
  'reply-yes': { output: /\+447700900123 replied "YES", verified: true/, inspector: 'YES' },
  'failed-receipt': {
    output: /failed with code 22: .*\s+verified: false/,
    inspector: 'Your parcel arrives today',
  },
  campaign: {
    output: /500 of 500 queued\s+failed on the network: \[ '447700900007', '447700900300' \]/,
    inspector: 'Customer 500',
  },
  'credits-run-out': {
    output: /message 4 is refused: insufficient_credits/,
    inspector: 'Message 4, after the top-up',
  },
  'lost-response': {
    output: /maybe sent: true\s+.*duplicate_id\s+texts on the phone: 1/,
    inspector: 'Your order is on its way',
  },
};

test('the page has an example for each usual situation', async () => {
  await open('playground/');
  const options = page.locator('.playground select option');
  const names = () => options.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  await expect.poll(async () => (await names()).toSorted()).toEqual(Object.keys(EXAMPLES).toSorted());
});

test('every example runs without a network, and shows what its text says', async () => {
  await open('playground/');
  await runs();
  await inspector.locator('main').getByText('Your table is ready').last().waitFor();
  await page.context().setOffline(true);
  for (const [name, shown] of Object.entries(EXAMPLES)) {
    await page.locator('.playground select').selectOption(name);
    await expect.poll(output).toMatch(shown.output);
    await inspector.locator('main').getByText(shown.inspector).last().waitFor();
    if (name !== 'first-message') await expect.poll(() => page.url()).toContain(`#example=${name}`);
  }
});

test('buttons reply, move to tomorrow, and fail a message', async () => {
  await open('playground/#example=reminder-tomorrow');
  await inspector.locator('main').getByText('scheduled').last().waitFor();
  await page.getByRole('button', { name: 'Tomorrow 09:00' }).click();
  await inspector.locator('main').getByText('delivered').last().waitFor();
  await page.getByRole('button', { name: 'Reply YES' }).click();
  await inspector.locator('main').getByText('YES', { exact: true }).last().waitFor();
  await page.getByRole('button', { name: 'Fail with code 22' }).click();
  await inspector.locator('main').getByText('failed').last().waitFor();
});

test('the webhook handler of an example reports a reply that is written in the inspector', async () => {
  await open('playground/#example=reply-yes');
  await runs();
  await inspector.getByPlaceholder('Write as this phone').fill('See you');
  await inspector.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(output).toContain('+447700900123 replied "See you", verified: true');
});

test('a changed program is in the address, and runs there only when the reader wants it to', async () => {
  await open('playground/');
  await runs();
  await page.locator('.cm-content').fill("console.log('shared');");
  await expect.poll(() => page.url()).toContain('#code=');
  await open(page.url().slice(site.url.length));
  await page.getByText('This program comes from the address').waitFor();
  expect(await output()).toBe('The output appears here.');
  await page.getByRole('button', { name: 'Run' }).click();
  await expect.poll(output).toContain('shared');
});

test.each(['for (;;);', "for (;;) console.log('again');"])(
  'a loop without an end can be stopped: %s',
  async (loop) => {
    await open('playground/');
    await runs();
    await page.locator('.cm-content').fill(loop);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect.poll(output).toContain('Stopped.');
    await page.locator('.playground select').selectOption('first-message');
    await expect.poll(output).toContain('{ total: 1, delivered: 1, failed: 0 }');
  },
);

test('the inspector saves the state to a file, and offers no sandboxes', async () => {
  await open('playground/');
  await inspector.locator('main').getByText('Your table is ready').last().waitFor();
  await inspector.getByRole('link', { name: 'State' }).click();
  const downloading = page.waitForEvent('download');
  await inspector.getByRole('button', { name: 'Save to a file' }).click();
  expect(readFileSync(await (await downloading).path(), 'utf8')).toContain('Your table is ready');
  expect(await inspector.getByText('New sandbox').count()).toBe(0);
});

/** The compiler is loaded when the editor gets the focus. */
async function write(program: string): Promise<void> {
  await page.locator('.cm-content').fill(program);
  await page.locator('.cm-editor[data-language=ready]').waitFor();
}

const client = `import { createEmulator } from '@messaging-service/emulator';
import { createMessagingClient } from '@messaging-service/sdk';
const { baseUrl, fetch, account } = createEmulator();
const { messages } = createMessagingClient({ baseUrl, fetch, accountKey: account.apiKey });
`;

test('the editor completes the methods of a type, with their signatures', async () => {
  await open('playground/');
  await runs();
  await write(`${client}messages`);
  await page.keyboard.type('.');
  const options = page.locator('.cm-tooltip-autocomplete li');
  await options.first().waitFor();
  const labels = await options.locator('.cm-completionLabel').allInnerTexts();
  expect(labels).toEqual(expect.arrayContaining(['send', 'sendMany', 'sendOne']));
  expect(labels).not.toContain('body');
  await options.getByText('sendOne', { exact: true }).click();
  await expect.poll(() => page.locator('.cm-content').innerText()).toContain('messages.sendOne');
});

test('the editor underlines a method that does not exist, and says what is meant', async () => {
  await open('playground/');
  await runs();
  await write(`${client}messages.sendOn({ to: '447700900123' });`);
  const underlined = page.locator('.cm-lintRange-error').getByText('sendOn', { exact: true });
  await underlined.hover();
  await page.getByText("Did you mean 'sendOne'?").first().waitFor();
});

test.each([
  ['throws', "throw new TypeError('wrong');", 'TypeError: wrong (line 2)'],
  ['calls a method that does not exist', 'JSON.pars("1");', 'JSON.pars is not a function (line 2)'],
  ['is not TypeScript', 'const a = = 1;', '(line 2)'],
])('a program that %s is shown with its error, and the line is marked', async (_, line, shown) => {
  await open('playground/');
  await runs();
  await page.locator('.cm-content').fill(`// A comment.\n${line}`);
  await page.keyboard.press('Control+Enter');
  await expect.poll(output).toContain(shown);
  expect(await output()).not.toContain('creates no emulator');
  expect(await page.locator('.playground-failed-line').innerText()).toBe(line);
  await page.locator('.cm-content').fill("console.log('right');");
  expect(await page.locator('.playground-failed-line').count()).toBe(0);
});

test('a newcomer sees a text arrive on the home page, and on a narrow screen', async () => {
  await open('');
  await inspector.locator('main').getByText('Your table is ready').last().waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

beforeEach(() => {
  site.problems.length = 0;
  return () => expect(site.problems).toEqual([]);
});
