import { expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

test.for([
  ['Pacific/Auckland', 'en-NZ'],
  ['America/Los_Angeles', 'en-US'],
] as const)(
  'every time is GMT in a browser whose time zone is %s',
  async ([timezoneId, locale], { inspect }) => {
    const { page, visit, send, emulator } = await inspect({ browser: { timezoneId, locale } });
    await page.getByRole('link', { name: 'Clock: 1 Jan 2026 09:00:00 virtual' }).waitFor();
    await page.getByRole('banner').getByRole('button', { name: 'New message' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'To' }).fill('447700900123');
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Late');
    await dialog.getByLabel('Send at').fill('2026-01-02T23:30');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(emulator.messages()).toMatchObject([{ sendAt: '2026-01-02T23:30:00.000Z' }]);
    await visit('#/clock');
    const to = page.getByLabel('To', { exact: true });
    expect(await to.inputValue()).toMatch(/^2026-01-01T09:00/);
    await page.locator('.jobs time[title="2026-01-02T23:30:00.000Z"]').getByText('23:30').waitFor();
    await to.fill('2026-01-02T23:00:00');
    await page.getByRole('button', { name: 'Go there' }).click();
    await page.getByRole('link', { name: 'Clock: 2 Jan 2026 23:00:00 virtual' }).waitFor();
    // A filter by a time of the day is about the emulator's day.
    await send(text('Now'));
    await visit('#/messages?q=after:22:00');
    await page.getByText('1 message', { exact: true }).waitFor();
    await page.getByRole('row', { name: /Now/ }).waitFor();
  },
);
