import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PERMISSIONS = { permissions: ['clipboard-read', 'clipboard-write'] };

const windowOf = (page: Page) => page.getByRole('dialog', { name: 'Copy as test' });

/** Opens the program of what the page shows, chooses its form, and copies it. */
async function copied(page: Page, form: string): Promise<string> {
  await page.getByRole('button', { name: 'Copy as test…' }).first().click();
  await windowOf(page).getByRole('button', { name: form, exact: true }).click();
  await windowOf(page).getByText('Save it as').waitFor();
  await windowOf(page).getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByText('The program is copied.').waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

describe('what happened as a program (EMU-31)', () => {
  test('is copied from a message, in the form that was chosen', async ({ inspect }) => {
    const { page, send, visit, emulator } = await inspect({ browser: PERMISSIONS });
    await send(text(`It's \${late} </script>`, { to: '447700900822' }));
    const { messageUuid } = emulator.messages()[0] ?? { messageUuid: '' };
    await visit(`#/messages/${messageUuid}`);
    for (const [name, form] of [
      ['node:test', 'node-test'],
      ['curl', 'curl'],
      ['Playwright', 'playwright'],
      ['Vitest', 'vitest'],
    ] as const) {
      const { text: program } = await emulator.story({ message: messageUuid, form });
      expect(await copied(page, name)).toBe(program);
      await page.keyboard.press('Escape');
      await windowOf(page).waitFor({ state: 'detached' });
    }
  });

  test('is copied from a conversation, and the page keeps the form', async ({ inspect }) => {
    const { page, send, visit, emulator } = await inspect({ browser: PERMISSIONS });
    await send(text('Are you coming?'));
    emulator.handset('447700900123').reply('YES');
    await visit('#/phones/447700900123');
    const { text: program } = await emulator.story({ phone: '447700900123', form: 'curl' });
    expect(await copied(page, 'curl')).toBe(program);
    await page.reload();
    await page.getByRole('button', { name: 'Copy as test…' }).first().click();
    await windowOf(page).getByText('sh story.sh', { exact: true }).waitFor();
  });

  test('is copied from the period that the ribbon selects', async ({ inspect }) => {
    const { page, send, visit, emulator } = await inspect({ browser: PERMISSIONS });
    await send(text('before'));
    await emulator.clock.advance('1h');
    await send(text('during'));
    await emulator.clock.advance('1h');
    await send(text('after'));
    await visit('#/messages?q=during:2026-01-01T09:30Z/2026-01-01T10:30Z');
    const program = await copied(page, 'Vitest');
    expect(program).toContain("body: 'during'");
    expect(program).not.toMatch(/before|after/);
  });

  test('is copied from a request that was refused', async ({ inspect }) => {
    const { page, send, visit, emulator } = await inspect({ browser: PERMISSIONS });
    await send(text('Hello', { from: { type: 'custom', value: 'OTHER' } })).catch(() => undefined);
    await visit('#/requests/1');
    const program = await copied(page, 'Vitest');
    expect(program).toBe((await emulator.story({ request: 1 })).text);
    expect(program).toContain("code: 'sender_not_owned'");
  });

  test('says what the program does not repeat, and why there is none', async ({ inspect }) => {
    const { page, visit, emulator } = await inspect();
    await emulator.clock.advance('1h');
    await visit('#/messages?q=during:2026-01-01T09:30Z/2026-01-01T09:45Z');
    await page.getByRole('button', { name: 'Copy as test…' }).click();
    await windowOf(page).getByText('nothing was sent, received or refused').waitFor();
  });

  test('fits on a phone, and axe has no findings', async ({ inspect }) => {
    const { page, send, visit, emulator } = await inspect({
      browser: { viewport: { width: 390, height: 800 } },
    });
    await send(text('Hello'));
    await visit(`#/messages/${emulator.messages()[0]?.messageUuid}`);
    await page.getByRole('button', { name: 'Copy as test…' }).click();
    await windowOf(page).getByText('Save it as').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.evaluate(axe);
    const violations = await page.evaluate(async () => {
      const { violations: found } = await (
        globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }
      ).axe.run();
      return found.map(({ id }) => id);
    });
    expect(violations).toEqual([]);
  });
});
