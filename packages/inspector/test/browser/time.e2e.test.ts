import { describe, expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

describe('the clock', () => {
  test('is not moved twice by two clicks while the emulator is slow', async ({ inspect }) => {
    const { page, visit } = await inspect();
    await visit('#/clock');
    let moves = 0;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/clock/advance', async (route) => {
      moves++;
      await released;
      await route.continue();
    });
    const step = page.getByRole('button', { name: '+ 1 min' });
    await step.dblclick();
    await page.getByText('Moving…').waitFor();
    expect(await step.isDisabled()).toBe(true);
    release();
    await page.getByRole('link', { name: 'Clock: 1 Jan 2026 09:01:00 virtual' }).waitFor();
    await page.getByText('Moving…').waitFor({ state: 'detached' });
    expect(moves).toBe(1);
  });

  test('is moved to just before a job, and the move is undone with its consequences', async ({ inspect }) => {
    const { page, send, visit, emulator } = await inspect();
    await send(text('Wake up', { send_at: '2026-01-02T07:30Z' }));
    await visit('#/clock');
    await page.getByRole('button', { name: 'Just before: Send “Wake up” to +447700900123' }).click();
    await page.getByRole('link', { name: 'Clock: 2 Jan 2026 07:29:59 virtual' }).waitFor();
    expect(emulator.messages()).toMatchObject([{ state: 'scheduled' }]);
    await page.getByRole('button', { name: 'Advance to here: Send “Wake up” to +447700900123' }).click();
    await page.getByText('Nothing is due').waitFor();
    expect(emulator.messages()).toMatchObject([{ state: 'delivered' }]);
    await page.getByRole('main').getByRole('button', { name: 'Undo: back to 07:29:59.999' }).click();
    await page.getByRole('link', { name: 'Clock: 2 Jan 2026 07:29:59 virtual' }).waitFor();
    expect(emulator.messages()).toMatchObject([{ state: 'scheduled' }]);
  });

  test('asks before an undo that loses what has happened since, and says what that is', async ({
    inspect,
  }) => {
    const { page, send, visit, emulator } = await inspect();
    await visit('#/clock');
    await page.getByRole('button', { name: '+ 1 hour' }).click();
    const moves = page.getByRole('region', { name: 'Latest moves' });
    await moves.getByText('Since then: nothing.').waitFor();
    await send(text('Since then'));
    emulator.handset('447700900123').reply('Yes');
    await moves.getByText('Since then: 1 message queued, 1 sent, 1 delivered, 1 reply.').waitFor();
    await moves.getByRole('button', { name: /^Undo/ }).click();
    await page
      .getByRole('dialog')
      .getByText(/Lost, because it has happened since the move: 1 message queued/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Clock: 1 Jan 2026 09:00:00 virtual' }).waitFor();
    expect(emulator.messages()).toEqual([]);
  });

  test('any recent move is undone, after a reload and from another tab', async ({ inspect }) => {
    const { page, visit, server, emulator } = await inspect();
    await visit('#/clock');
    for (const now of ['10:00', '11:00', '12:00']) {
      await page.getByRole('button', { name: '+ 1 hour' }).click();
      await page.getByRole('link', { name: `Clock: 1 Jan 2026 ${now}:00 virtual` }).waitFor();
      await page.getByText('Moving…').waitFor({ state: 'detached' });
    }
    const buttons = page.getByRole('region', { name: 'Latest moves' }).getByRole('button');
    await page.reload();
    await expect.poll(() => buttons.count()).toBe(3);
    const other = await page.context().newPage();
    await other.goto(`${server.inspectorUrl}#/clock`);
    const moves = other.getByRole('region', { name: 'Latest moves' });
    await moves.getByRole('button', { name: 'Undo: back to 10:00:00' }).click();
    await other.getByRole('dialog').getByText('1 later move of the clock will be undone, too.').waitFor();
    await other.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Clock: 1 Jan 2026 10:00:00 virtual' }).waitFor();
    await expect.poll(() => buttons.count()).toBe(1);
    await buttons.click();
    await other.getByRole('link', { name: 'Clock: 1 Jan 2026 09:00:00 virtual' }).waitFor();
    emulator.reset();
    await expect.poll(() => buttons.count()).toBe(0);
  });

  test('that follows the machine shows how far it was moved', async ({ inspect }) => {
    const { page, visit, emulator } = await inspect({
      options: { now: new Date(), clock: 'system' },
    });
    await page.getByRole('link', { name: /^Clock: .* system$/ }).waitFor();
    await emulator.clock.advance('90m');
    await page.getByRole('link', { name: /system \+1 h 30 min$/ }).waitFor();
    await visit('#/clock');
    await page.getByText('moved 1 h 30 min ahead of it').waitFor();
  });

  test('shows time and mode at 360 px, and times in lists with their day', async ({ inspect }) => {
    const { page, send, visit, emulator, receiver } = await inspect({
      options: { now: '2026-01-01T09:00:00.567Z' },
      browser: { viewport: { width: 360, height: 700 } },
    });
    await send(text('Yesterday', { callback: `${receiver.url}/receipts` }));
    await emulator.settle();
    await emulator.clock.advance('1d');
    await send(text('Today', { callback: `${receiver.url}/receipts` }));
    await emulator.settle();
    for (const shown of ['09:00:00', '2 Jan 2026', 'virtual']) {
      const box = await page.getByRole('banner').getByText(shown, { exact: true }).boundingBox();
      expect(box?.width ?? 0).toBeGreaterThan(10);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    }
    for (const view of ['requests', 'webhooks', 'messages', 'phones']) {
      await visit(`#/${view}`);
      await page.getByRole('gridcell').first().waitFor();
      await expect.poll(() => page.locator('main [role=gridcell] time').count()).toBeGreaterThan(0);
      const cut = await page.locator('main [role=gridcell] time').evaluateAll((times) =>
        times.flatMap((time) => {
          const cell = time.closest('[role=gridcell]') as HTMLElement;
          const isVisible = time.getBoundingClientRect().width > 0;
          const end = cell.getBoundingClientRect().right;
          const isCut = cell.scrollWidth > cell.clientWidth || time.getBoundingClientRect().right > end + 0.5;
          return isVisible && isCut ? [time.textContent] : [];
        }),
      );
      expect({ view, cut }).toEqual({ view, cut: [] });
    }
  });

  test('has one entry for many webhooks to one address that are retried', async ({ inspect }) => {
    const { page, send, visit, receiver, emulator } = await inspect();
    const callback = `${receiver.url}/receipts`;
    receiver.statuses.push(...Array.from({ length: 12 }, () => 503));
    await send(...Array.from({ length: 12 }, (_, index) => text(`Number ${index}`, { callback })));
    await emulator.clock.settle();
    await visit('#/clock');
    await page.getByRole('link', { name: `Retry 12 webhooks to ${callback}` }).waitFor();
    expect(await page.locator('.jobs > li').count()).toBe(1);
    await page.getByText('All 12').click();
    expect(await page.locator('.jobs-members > li').count()).toBe(12);
  });

  test('scrolls in one place only, however many batches are scheduled', async ({ inspect }) => {
    const { page, send, visit } = await inspect();
    for (let day = 10; day < 30; day++) await send(text('Later', { send_at: `2026-01-${day}T09:00Z` }));
    await visit('#/clock');
    await page
      .getByRole('button', { name: /^Advance to here/ })
      .last()
      .waitFor();
    const heights = await page.evaluate(() => {
      const { scrollHeight, clientHeight } = document.documentElement;
      return { scrollHeight, clientHeight };
    });
    expect(heights.scrollHeight).toBe(heights.clientHeight);
  });
});
