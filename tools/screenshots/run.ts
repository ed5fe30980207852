/**
 * `npm run generate -- screenshots` writes pictures of each view of the inspector to a new temporary folder, at three widths in light
 * and dark, with high contrast, with a zoom of 200 % and 400 %, and without data. With `--docs` it writes only the pictures of
 * the documents. It needs `npm run build` and Chromium.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listen } from '@messaging-service/emulator/node';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { createScenario } from './scenario.ts';
import { EMPTY, type Shot, shotsOf } from './views.ts';

/** A way to look at the page. */
interface Look {
  readonly name: string;
  readonly options: BrowserContextOptions;
}

const size = (width: number, height: number) => ({ viewport: { width, height } });

const LOOKS: readonly Look[] = [
  ...(['light', 'dark'] as const).flatMap((colorScheme) => [
    { name: `390-${colorScheme}`, options: { ...size(390, 844), colorScheme } },
    { name: `900-${colorScheme}`, options: { ...size(900, 700), colorScheme } },
    { name: `1440-${colorScheme}`, options: { ...size(1440, 900), colorScheme } },
  ]),
  { name: 'zoom-200', options: size(640, 400) },
  { name: 'zoom-400', options: size(320, 200) },
  { name: 'contrast', options: { ...size(1280, 800), contrast: 'more' } },
  { name: 'forced-colors', options: { ...size(1280, 800), forcedColors: 'active' } },
];

/** The pictures of the documents: their addresses show the port that the command uses by default. */
const DOCUMENTS = [
  { shot: 'phones-open', file: 'inspector-phones-light.png', colorScheme: 'light' },
  { shot: 'phones-open', file: 'inspector-phones-dark.png', colorScheme: 'dark' },
  { shot: 'messages-open', file: 'inspector-message-light.png', colorScheme: 'light' },
  { shot: 'accounts', file: 'inspector-accounts-dark.png', colorScheme: 'dark' },
] as const;
const DEFAULT_PORT = 4010;

/** A program for the page: durations are those of this machine, and each run has others. */
const SAME_DURATIONS = `for (const note of document.querySelectorAll('.timeline-note'))
  note.textContent = note.textContent.replace(/[\\d.]+ ms$/, '2 ms')`;

const [flag, ...wanted] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
});
try {
  if (flag === '--docs') await takeDocuments();
  else await takeAll([...(flag === undefined ? [] : [flag]), ...wanted]);
} finally {
  await browser.close();
}

/** Takes all pictures, or those of the named looks. */
async function takeAll(names: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'inspector-'));
  process.stdout.write(`${folder}\n`);
  const looks = LOOKS.filter(({ name }) => names.length === 0 || names.includes(name));
  const { emulator, play } = createScenario();
  const server = await listen(emulator);
  try {
    await takeLooks(looks, server.inspectorUrl, EMPTY, folder);
    await play(server.url);
    await takeLooks(looks, server.inspectorUrl, shotsOf(emulator), folder);
  } finally {
    await server.close();
  }
}

async function takeLooks(looks: readonly Look[], url: string, shots: readonly Shot[], folder: string) {
  for (const { name, options } of looks) {
    await onPage(browser, options, url, async (page) => {
      for (const shot of shots) await take(page, shot, join(folder, `${shot.name}-${name}.png`));
    });
  }
}

async function takeDocuments(): Promise<void> {
  const { emulator, play } = createScenario();
  const server = await listen(emulator, { port: DEFAULT_PORT });
  try {
    await play(server.url);
    const shots = shotsOf(emulator);
    for (const { shot: name, file, colorScheme } of DOCUMENTS) {
      const shot = shots.find((one) => one.name === name);
      if (shot === undefined) throw new Error(`There is no picture ${name}.`);
      const path = fileURLToPath(new URL(`../../docs/${file}`, import.meta.url));
      await onPage(browser, { ...size(1200, 740), colorScheme }, server.inspectorUrl, (page) =>
        take(page, shot, path, SAME_DURATIONS),
      );
    }
  } finally {
    await server.close();
  }
}

async function onPage(
  launched: Browser,
  options: BrowserContextOptions,
  url: string,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await launched.newContext({ reducedMotion: 'reduce', ...options });
  try {
    const page = await context.newPage();
    await page.goto(url);
    await work(page);
  } finally {
    await context.close();
  }
}

async function take(page: Page, { hash, opens }: Shot, path: string, before?: string): Promise<void> {
  // Programs are text here, because the types of this folder are those of Node.
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await page.getByRole('main').locator('*').first().waitFor();
  await page.locator('.loading, .loading-state, .chart-space').first().waitFor({ state: 'detached' });
  if (opens !== undefined) {
    await page
      .getByRole('button', { name: new RegExp(`^${opens}`) })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
  }
  // The rows of a table are read once it is drawn.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 250))))',
  );
  if (before !== undefined) await page.evaluate(before);
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
  if (opens !== undefined) await page.keyboard.press('Escape');
}
