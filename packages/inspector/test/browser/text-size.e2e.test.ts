import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

/** Sets the size of all text, as a style sheet of the user does. */
async function sizeText(page: Page, size: string): Promise<void> {
  await page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);
}

/** Controls and titles that are cut off at a side of the page, where scrolling does not lead to them. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parts = document.querySelectorAll('button, a, select, input:not([type=file]), textarea, h2, h3');
    return [...parts]
      .filter((part) => part.checkVisibility() && !part.matches('.skip') && part.closest('nav, pre') === null)
      .filter((part) => {
        const { left, right } = part.getBoundingClientRect();
        return left < -1 || right > innerWidth + 1;
      })
      .map((part) => `${part.tagName} ${part.textContent.slice(0, 30)}`);
  });
}

test.for([320, 360, 500, 700, 900, 1200, 1440])(
  'no view is wider than a page of %d px, and no control is cut off, with text of 100, 150 and 200 %',
  async (width, { inspect }) => {
    const { page, send, visit, emulator, control } = await inspect({
      browser: { viewport: { width, height: 800 } },
    });
    await send(text('A text of some length'), text('Fails', { to: '447700900822' }));
    await send(text('Later', { send_at: '2026-01-02T09:00Z' }));
    await emulator.clock.advance('1m');
    emulator.addFault({ status: 503, path: '/message' });
    const [message] = emulator.messages();
    const { identifier } = emulator.account;
    const found: string[] = [];
    const places = [
      ['phones', 'Later'],
      ['phones/447700900123', 'A text of some length'],
      ['messages', 'Fails'],
      [`messages/${message?.messageUuid}`, 'Credits charged'],
      ['clock', /^Send “/],
      [`accounts/${identifier}`, 'Charged'],
      ['webhooks', 'No webhook yet'],
      ['requests', '503'],
      ['requests/1', 'Response'],
      ['state', 'Test numbers'],
    ] as const;
    for (const [index, [hash, shown]] of places.entries()) {
      if (index === 1) {
        // The header of the first place has no sandbox.
        await control('POST /sandboxes', { name: 'checkout tests' });
        await page.getByRole('combobox', { name: 'Sandbox' }).waitFor();
      }
      await visit(`#/${hash}`);
      await page.getByRole('main').getByText(shown).filter({ visible: true }).first().waitFor();
      for (const size of ['100%', '150%', '200%']) {
        await sizeText(page, size);
        // Layout follows in the next frames.
        await page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        );
        const overflow = await page.evaluate(() => {
          const main = document.querySelector('main');
          const inMain = main === null ? 0 : main.scrollWidth - main.clientWidth;
          return Math.max(inMain, document.documentElement.scrollWidth - innerWidth);
        });
        if (overflow > 0) found.push(`${hash} at ${size}: ${overflow} px too wide`);
        for (const part of await cutOff(page)) found.push(`${hash} at ${size}: ${part} is cut off`);
      }
      await sizeText(page, '100%');
    }
    expect(found).toEqual([]);
  },
);
