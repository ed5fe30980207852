/**
 * `npm run bench inspector` sends 500 messages a second to a served emulator, with each view of the inspector open in
 * Chromium, and prints for each view:
 *
 * - the processor time of the server per message, as a ratio to that without a page, and the share of the page's main thread;
 * - the messages that were sent, those that the list shows, and the frames in which the view changed, each a second;
 * - how far the visible content moved meanwhile: the row in the middle of a list that is scrolled down, or everything
 *   visible in other views; and in a list the frames with empty rows;
 * - the frames with empty rows while the list is scrolled by 300 pixels a frame.
 *
 * Windows with and without a page alternate, and the ratio is their median (least–most), because a collection of garbage
 * takes longer than the page costs. For the view of webhooks, each message has a callback to a receiver in a process of its own.
 * It needs `npm run build` and Chromium. The first argument is the number of seconds a window; views can follow.
 */
import { type Browser, chromium, type Page } from 'playwright-core';
import { MESSAGE_PATH, messageOf } from '../emulator/requests.ts';
import { send } from '../measure/load.ts';
import { ServerProcess } from '../measure/server-process.ts';
import { spread } from '../measure/statistics.ts';
import { COUNTS, reading, resting, scrolling, WATCH } from './page-programs.ts';

const VIEWS = ['phones', 'messages', 'clock', 'accounts', 'webhooks', 'requests', 'state'];
const LISTS = ['phones', 'messages', 'webhooks', 'requests'];
const PER_SECOND = 500;
const CONNECTIONS = 8;
const ROUNDS = 3;
const STEP = 300;
const FRAMES = 180;
const WIDTHS = [10, 18, 9, 8, 9, 10, 14, 13, 15];
const [seconds = '2', ...wanted] = process.argv.slice(3);
const SECONDS = Number(seconds);

/** The cost of the load while something is open. */
interface Cost {
  /** Processor time of the server for one message. */
  readonly microsPerMessage: number;
  readonly perSecond: number;
}

const server = await ServerProcess.start(new URL('../emulator/servers/emulator.ts', import.meta.url));
const receiver = await ServerProcess.start(new URL('receiver.ts', import.meta.url));
const { url: receiverUrl } = await receiver.report();
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
/** The receiver of receipts while the view of webhooks is measured. */
let callback: string | undefined;
/** The messages that were sent so far. */
let messages = 0;
try {
  // Code is compiled before the first figure, and the log of requests is full.
  await load(2 * SECONDS);
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
  receiver.stop();
}

/** Measures with and without a page alternately, because the emulator stores more and more messages. */
async function measure(view: string, launched: Browser): Promise<void> {
  callback = view === 'webhooks' ? receiverUrl : undefined;
  if (callback !== undefined) await load(1);
  const without = [await load(SECONDS)];
  const windows: Observed[] = [];
  let figures: string[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const page = await openView(view, launched);
    windows.push(await observed(page));
    if (round === ROUNDS)
      figures = LISTS.includes(view) ? await readAndScroll(page) : [...(await rest(page)), '–', '–'];
    await page.close();
    without.push(await load(SECONDS));
  }
  const ratios = windows.map(({ open }, index) => {
    const beside = without.slice(index, index + 2).map(({ microsPerMessage }) => microsPerMessage);
    return open.microsPerMessage / (beside.reduce((sum, micros) => sum + micros, 0) / beside.length);
  });
  const { median: ratio, min, max } = spread(ratios);
  const middle = (of: (window: Observed) => number) => spread(windows.map(of)).median;
  printRow([
    view,
    `${ratio.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`,
    `${(100 * middle(({ share }) => share)).toFixed(1)} %`,
    middle(({ open }) => open.perSecond).toFixed(0),
    middle(({ shown }) => shown).toFixed(0),
    middle(({ frames }) => frames).toFixed(0),
    ...figures,
  ]);
}

async function openView(view: string, launched: Browser): Promise<Page> {
  const { url } = await server.report();
  const page = await launched.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${url}/_emulator/#/${view}`);
  await page.getByRole('main').locator('*').first().waitFor();
  if (LISTS.includes(view))
    await page.getByRole('grid').locator('.grid-body [role=row] b, .grid-body time').first().waitFor();
  await page.evaluate(WATCH);
  // The code of the page is compiled before it is measured.
  await load(1);
  return page;
}

interface Counts {
  readonly frames: number;
  readonly rows: number;
}

/** A window of time with a page. */
interface Observed {
  readonly open: Cost;
  /** The share of its time that the main thread of the page is busy. */
  readonly share: number;
  /** Rows that the list got, a second. */
  readonly shown: number;
  /** Frames with changes, a second. */
  readonly frames: number;
}

/** Sends messages, and measures how much of its time the main thread of a page is busy, and how many messages it shows. */
async function observed(page: Page): Promise<Observed> {
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

/** How far the visible parts of a view without a list move while messages are sent. */
async function rest(page: Page): Promise<string[]> {
  const [moved] = await Promise.all([page.evaluate<number>(resting(1_000 * SECONDS)), load(SECONDS + 1)]);
  return [`${moved} px`];
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

/** Sends messages, one a request, at a steady rate. Each message has a different number and text. */
async function load(forSeconds: number): Promise<Cost> {
  const count = Math.round(PER_SECOND * forSeconds);
  const members = callback === undefined ? {} : { callback };
  const bodies = Array.from({ length: count }, () =>
    JSON.stringify({ messages: [messageOf(messages++, members)] }),
  );
  const before = await server.report();
  const startedAt = performance.now();
  await send({ url: before.url, path: MESSAGE_PATH, bodies }, count, CONNECTIONS, PER_SECOND);
  const perSecond = (1_000 * count) / (performance.now() - startedAt);
  const after = await server.report();
  return { microsPerMessage: (after.cpuMicros - before.cpuMicros) / count, perSecond };
}

function printRow(cells: readonly string[]): void {
  const padded = cells.map((cell, index) =>
    index === 0 ? cell.padEnd(WIDTHS[0] ?? 0) : cell.padStart(WIDTHS[index] ?? 0),
  );
  process.stdout.write(`${padded.join('')}\n`);
}
