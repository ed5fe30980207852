/**
 * `npm run generate -- screenshots` writes the pictures of the documents, and pictures of each view of the inspector, at three
 * widths in light and dark, to a new temporary folder. It needs `npm run build` and Chromium.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Emulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { chromium, type Page } from 'playwright-core';
import { VIEWS } from '../../packages/inspector/src/routing/views.ts';
import { root } from '../source-paths.ts';
import { createScenario } from './scenario.ts';

const THEMES = ['light', 'dark'] as const;
const SIZES = [
  { width: 390, height: 844 },
  { width: 900, height: 700 },
  { width: 1440, height: 900 },
];
const SIZE_IN_DOCUMENTS = { width: 1200, height: 740 };

/** A program for the page: durations are those of this machine, and each run has others. */
const SAME_DURATIONS = `for (const note of document.querySelectorAll('.timeline-note'))
  note.textContent = note.textContent.replace(/[\\d.]+ ms$/, '2 ms')`;

const { emulator, play } = createScenario();
// The port that the command uses by default, because the documents show it.
const server = await listen(emulator, { port: 4010 });
await play(server.url);
const folder = mkdtempSync(join(tmpdir(), 'inspector-'));
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
});
try {
  const documented = openObjects(emulator);
  for (const colorScheme of THEMES) {
    const page = await browser.newPage({ reducedMotion: 'reduce', colorScheme });
    await page.goto(server.inspectorUrl);
    await page.setViewportSize(SIZE_IN_DOCUMENTS);
    for (const [name, hash] of Object.entries(documented))
      if (name.endsWith(colorScheme)) await take(page, hash, `${root}docs/inspector-${name}.png`);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const view of VIEWS)
        await take(page, `#/${view}`, join(folder, `${view}-${size.width}-${colorScheme}.png`));
    }
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
}
process.stdout.write(`docs/inspector-*.png, and each view in ${folder}\n`);

/** The addresses of the pictures of the documents, by the names of their files. */
function openObjects(emulator: Emulator): Readonly<Record<string, string>> {
  const delivered = emulator.messages({ to: '447700900123' }).find(({ state }) => state === 'delivered');
  return {
    'phones-light': '#/phones/447700900123',
    'phones-dark': '#/phones/447700900123',
    'message-light': `#/messages/${delivered?.messageUuid}`,
    'accounts-dark': `#/accounts/${emulator.account.identifier}`,
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
