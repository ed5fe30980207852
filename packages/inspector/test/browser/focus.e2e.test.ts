import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

/** Pictures of the two pixels along each side of a list, halfway between its corners. */
async function sidesOf(page: Page): Promise<readonly Buffer[]> {
  const box = await page.getByRole('grid').boundingBox();
  if (box === null) throw new Error('There is no list.');
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map(Math.floor) as [
    number,
    number,
    number,
    number,
  ];
  const strips = [
    { x, y: y + height / 2, width: 2, height: 12 },
    { x: x + width - 2, y: y + height / 2, width: 2, height: 12 },
    { x: x + width / 2, y, width: 12, height: 2 },
    { x: x + width / 2, y: y + height - 2, width: 12, height: 2 },
  ];
  const pictures: Buffer[] = [];
  for (const clip of strips) pictures.push(await page.screenshot({ clip, animations: 'disabled' }));
  return pictures;
}

test.for([
  { name: 'light', options: { colorScheme: 'light' } },
  { name: 'dark', options: { colorScheme: 'dark' } },
  { name: 'forced colors', options: { forcedColors: 'active' } },
] as const)(
  'the focus of a list is outlined on all sides, above its rows: $name',
  async ({ options }, { inspect }) => {
    const { page, send, visit } = await inspect({
      browser: { ...options, reducedMotion: 'reduce' },
    });
    await send(
      ...Array.from({ length: 60 }, (_, index) =>
        text(`Number ${index}`, { to: String(447_700_900_100 + index) }),
      ),
    );
    for (const view of ['phones', 'messages', 'requests']) {
      await visit(`#/${view}`);
      await page.getByRole('gridcell').first().waitFor();
      const grid = page.getByRole('grid');
      await grid.scrollIntoViewIfNeeded();
      // Keys, unlike a click, make the browser show the focus.
      await page.keyboard.press('Shift');
      const plain = await sidesOf(page);
      await grid.focus();
      await expect.poll(() => grid.evaluate((element) => element.matches(':focus-visible'))).toBe(true);
      const focused = await sidesOf(page);
      const outlined = focused.map((side, index) => !side.equals(plain[index] as Buffer));
      expect({ view, outlined }).toEqual({ view, outlined: [true, true, true, true] });
      await grid.blur();
    }
  },
);
