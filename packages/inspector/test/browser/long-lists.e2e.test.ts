import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inBrowser as test } from './inspect.ts';

const ROWS = 100_000;
const BATCH = 10_000;

test('100,000 messages are scrolled through, and few of them are drawn', async ({ inspect }) => {
  const { page, client, visit } = await inspect({
    options: { organization: { creditSystem: false } },
    browser: { viewport: { width: 1280, height: 800 } },
  });
  for (let sent = 0; sent < ROWS; sent += BATCH) {
    const destinations = Array.from(
      { length: BATCH },
      (_, index) => `4477${String(sent + index).padStart(8, '0')}`,
    );
    await client.batches.send({ from: 'DEMO', message: `Batch from ${sent}`, destinations });
  }
  await visit('#/messages');
  await page.getByText('100,000 messages').waitFor();
  await page.getByRole('row', { name: '447700099999' }).waitFor();
  const frames = await scroll(page);
  process.stdout.write(
    `a frame takes ${frames.mean.toFixed(1)} ms on average, ${frames.worst.toFixed(1)} ms at most\n`,
  );
  await page.getByRole('row', { name: '447700000000' }).waitFor();
  expect(frames.mostRows).toBeLessThan(100);
  await page.getByRole('combobox', { name: /^Search/ }).fill('447700054321');
  await page.getByText('1 message', { exact: true }).waitFor();
  await page.getByRole('row', { name: '447700054321' }).waitFor();
});

/** From the top of the table to its end, a step each frame: how long frames took in ms, and how many rows were drawn. */
function scroll(page: Page) {
  return page.evaluate(async () => {
    const grid = document.querySelector('[role=grid]') as HTMLElement;
    const times: number[] = [];
    let mostRows = 0;
    const end = grid.scrollHeight - grid.clientHeight;
    const steps = 120;
    let before = await new Promise<number>(requestAnimationFrame);
    for (let step = 1; step <= steps; step++) {
      grid.scrollTop = (end * step) / steps;
      const now = await new Promise<number>(requestAnimationFrame);
      times.push(now - before);
      before = now;
      mostRows = Math.max(mostRows, grid.querySelectorAll('.grid-body [role=row]').length);
    }
    return {
      mean: times.reduce((sum, time) => sum + time, 0) / times.length,
      worst: Math.max(...times),
      mostRows,
    };
  });
}
