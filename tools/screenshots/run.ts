/**
 * `npm run generate -- screenshots` writes the pictures of the inspector in the documents. It needs `npm run build` and
 * Chromium.
 */
import type { Emulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { chromium, type Page } from 'playwright-core';
import { root } from '../source-paths.ts';
import { createScenario } from './scenario.ts';

/** A program for the page: durations are those of this machine, and each run has others. */
const SAME_DURATIONS = `for (const note of document.querySelectorAll('.timeline-note'))
  note.textContent = note.textContent.replace(/[\\d.]+ ms$/, '2 ms')`;

const { emulator, play } = createScenario();
// The port that the command uses by default, because the documents show it.
const server = await listen(emulator, { port: 4010 });
await play(server.url);
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
});
try {
  for (const [name, hash] of Object.entries(pictures(emulator)))
    for (const colorScheme of ['light', 'dark'] as const) {
      const viewport = { width: 1200, height: 740 };
      const page = await browser.newPage({ reducedMotion: 'reduce', colorScheme, viewport });
      await page.goto(server.inspectorUrl);
      await take(page, hash, `${root}docs/inspector-${name}-${colorScheme}.png`);
      await page.close();
    }
} finally {
  await browser.close();
  await server.close();
}

/** The addresses of the pictures, by their names. Each is taken in light and in dark. */
function pictures(shown: Emulator): Readonly<Record<string, string>> {
  const delivered = shown.messages({ to: '447700900123' }).find(({ state }) => state === 'delivered');
  return {
    phones: '#/phones/447700900123',
    message: `#/messages/${delivered?.messageUuid}`,
    accounts: `#/accounts/${shown.account.identifier}`,
  };
}

async function take(page: Page, hash: string, path: string): Promise<void> {
  // Programs are text here, because the types of this folder are those of Node.
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await page.getByRole('main').locator('*').first().waitFor();
  await page.locator('.loading, .loading-state, .chart-space').first().waitFor({ state: 'detached' });
  // The rows of a table are read once it is drawn.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 250))))',
  );
  await page.evaluate(SAME_DURATIONS);
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
}
