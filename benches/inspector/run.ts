/**
 * `npm run bench:inspector` sends 500 messages a second to a served emulator, with each view of the inspector open in
 * Chromium. For each view it prints the processor time of the server per message, as a ratio to that without a page, and the
 * share of the page's main thread. It needs `npm run build:inspector` and Chromium. The argument is the number of seconds a view.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { MESSAGE_PATH, messageBody } from '../emulator/requests.ts';
import { ServerProcess } from '../measure/server-process.ts';

const VIEWS = ['phones', 'messages', 'clock', 'accounts', 'webhooks', 'requests', 'state'];
const PER_SECOND = 500;
const TICK_MS = 20;
const SECONDS = Number(process.argv[2] ?? 6);

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
  await load(SECONDS / 2);
  process.stdout.write('view        server, ratio   main thread   messages a second\n');
  for (const view of VIEWS) await measure(view, browser);
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
  const { open, share } = await observed(page, () => load(SECONDS));
  await page.close();
  const after = await load(SECONDS / 2);
  const without = (before.microsPerMessage + after.microsPerMessage) / 2;
  const ratio = (open.microsPerMessage / without).toFixed(2);
  process.stdout.write(
    `${view.padEnd(12)}${ratio.padStart(13)}${`${(100 * share).toFixed(1)} %`.padStart(14)}${open.perSecond.toFixed(0).padStart(20)}\n`,
  );
}

/** Does work, and measures how much of its time the main thread of a page is busy. */
async function observed(page: Page, work: () => Promise<Cost>) {
  const session = await page.context().newCDPSession(page);
  // Processor time of the thread, which does not include other processes.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busySeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const before = await busySeconds();
  const startedAt = performance.now();
  const open = await work();
  const share = (1_000 * ((await busySeconds()) - before)) / (performance.now() - startedAt);
  return { open, share };
}

/** Sends messages, one a request, at a steady rate. */
async function load(seconds: number): Promise<Cost> {
  const before = await server.report();
  const startedAt = performance.now();
  const responses: Promise<void>[] = [];
  while (performance.now() < startedAt + 1_000 * seconds) {
    const due = ((performance.now() - startedAt) / 1_000) * PER_SECOND;
    while (responses.length < due) responses.push(post(before.url + MESSAGE_PATH, responses.length));
    await pause(TICK_MS);
  }
  await Promise.all(responses);
  const after = await server.report();
  return {
    microsPerMessage: (after.cpuMicros - before.cpuMicros) / responses.length,
    perSecond: (1_000 * responses.length) / (performance.now() - startedAt),
  };
}

async function post(url: string, index: number): Promise<void> {
  const response = await fetch(url, { method: 'POST', body: messageBody(index) });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}
