/**
 * `npm run bench:inspector` sends 500 messages a second to a served emulator, with each view of the inspector open in
 * Chromium, and prints for each view:
 *
 * - the processor time of the server per message, as a ratio to that without a page, and the share of the page's main thread;
 * - the messages that were sent, those that the list shows, and the frames in which the view changed, each a second;
 * - for a list that is read further down meanwhile: how far the row in the middle moved, and the frames with empty rows;
 * - the frames with empty rows while the list is scrolled by 300 pixels a frame.
 *
 * It needs `npm run build:inspector` and Chromium. The first argument is the number of seconds a view; views can follow.
 */
import { type Browser, chromium, type Page } from 'playwright-core';
import { ServerProcess } from '../measure/server-process.ts';
import { COUNTS, reading, scrolling, WATCH } from './page-programs.ts';
import { sendSteadily } from './steady-load.ts';

const VIEWS = ['phones', 'messages', 'clock', 'accounts', 'webhooks', 'requests', 'state'];
/** Webhooks need a receiver, so that their list stays empty in this benchmark. */
const LISTS = ['phones', 'messages', 'requests'];
const PER_SECOND = 500;
const STEP = 300;
const FRAMES = 180;
const WIDTHS = [10, 8, 9, 8, 9, 10, 14, 13, 15];
const [seconds = '6', ...wanted] = process.argv.slice(2);
const SECONDS = Number(seconds);

/** The cost of the load while something is open. */
interface Cost {
  /** Processor time of the server for one message. */
  readonly microsPerMessage: number;
  readonly perSecond: number;
}

const server = await ServerProcess.start(new URL('../emulator/servers/emulator.ts', import.meta.url));
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  // Code is compiled before the first figure.
  await load(SECONDS);
  printRow([
    'view',
    'server',
    'main',
    'sent/s',
    'shown/s',
    'frames/s',
    'moved',
    'empty, read',
    'empty, 300 px',
  ]);
  for (const view of wanted.length === 0 ? VIEWS : wanted) await measure(view, browser);
} finally {
  await browser.close();
  server.stop();
}

/** The costs without a page are measured before and after, because the emulator fills up meanwhile. */
async function measure(view: string, launched: Browser): Promise<void> {
  const before = await load(SECONDS / 2);
  const { url } = await server.report();
  const page = await launched.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${url}/_emulator/#/${view}`);
  await page.getByRole('main').locator('*').first().waitFor();
  if (LISTS.includes(view))
    await page.getByRole('grid').locator('.grid-body [role=row] b, .grid-body time').first().waitFor();
  await page.evaluate(WATCH);
  const { open, share, shown, frames } = await observed(page);
  const figures = LISTS.includes(view) ? await readAndScroll(page) : ['–', '–', '–'];
  await page.close();
  const after = await load(SECONDS / 2);
  const without = (before.microsPerMessage + after.microsPerMessage) / 2;
  const ratio = (open.microsPerMessage / without).toFixed(2);
  const perSecond = [open.perSecond, shown, frames].map((figure) => figure.toFixed(0));
  printRow([view, ratio, `${(100 * share).toFixed(1)} %`, ...perSecond, ...figures]);
}

interface Counts {
  readonly frames: number;
  readonly rows: number;
}

/** Sends messages, and measures how much of its time the main thread of a page is busy, and how many messages it shows. */
async function observed(page: Page) {
  const session = await page.context().newCDPSession(page);
  // Processor time of the thread, which does not include other processes.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busySeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const [counted, busy] = [await page.evaluate<Counts>(COUNTS), await busySeconds()];
  const startedAt = performance.now();
  const open = await load(SECONDS);
  const took = (performance.now() - startedAt) / 1_000;
  const share = ((await busySeconds()) - busy) / took;
  const { frames, rows } = await page.evaluate<Counts>(COUNTS);
  return { open, share, shown: (rows - counted.rows) / took, frames: (frames - counted.frames) / took };
}

interface Read {
  readonly moved: number;
  readonly blank: number;
  readonly frames: number;
  readonly lost: number;
}

/** Reads and scrolls a list while messages are sent. */
async function readAndScroll(page: Page): Promise<string[]> {
  const [read] = await Promise.all([page.evaluate<Read>(reading(1_000 * SECONDS)), load(SECONDS + 1)]);
  const [scrolled] = await Promise.all([
    page.evaluate<{ readonly blank: number }>(scrolling(STEP, FRAMES)),
    load(FRAMES / 60 + 1),
  ]);
  const moved = read.lost > 0 ? `${read.moved} px, lost` : `${read.moved} px`;
  return [moved, `${read.blank} of ${read.frames}`, `${scrolled.blank} of ${FRAMES}`];
}

/** Sends messages, one a request, at a steady rate. */
async function load(forSeconds: number): Promise<Cost> {
  const before = await server.report();
  const { messages, perSecond } = await sendSteadily(before.url, PER_SECOND, forSeconds);
  const after = await server.report();
  return { microsPerMessage: (after.cpuMicros - before.cpuMicros) / messages, perSecond };
}

function printRow(cells: readonly string[]): void {
  const padded = cells.map((cell, index) =>
    index === 0 ? cell.padEnd(WIDTHS[0] ?? 0) : cell.padStart(WIDTHS[index] ?? 0),
  );
  process.stdout.write(`${padded.join('')}\n`);
}
