import { existsSync } from 'node:fs';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';

const executablePath = '/usr/bin/chromium';

/** Whether there is a browser to measure in. */
export const hasChromium = existsSync(executablePath);

/** How a page was drawn for a while. */
export interface Drawn {
  /** Frames in each whole second. */
  readonly perSecond: readonly number[];
  /** The longest time between two frames, in milliseconds. */
  readonly longestMs: number;
  /** Processor time of the tab, in percent of one core. */
  readonly cpuPercent: number;
}

/** A page in a browser of its own. */
export class Tab {
  readonly #browser: Browser;
  readonly #session: CDPSession;
  readonly page: Page;

  private constructor(browser: Browser, session: CDPSession, page: Page) {
    this.#browser = browser;
    this.#session = session;
    this.page = page;
  }

  static async open(url: string): Promise<Tab> {
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(url);
    return new Tab(browser, await browser.newBrowserCDPSession(), page);
  }

  /** Counts the frames of the page for some seconds. */
  async draw(seconds: number): Promise<Drawn> {
    const before = await this.#cpuSeconds();
    const startedAt = performance.now();
    const times = await this.page.evaluate(frameTimes, seconds);
    const took = (performance.now() - startedAt) / 1_000;
    const begin = times[0] ?? 0;
    return {
      perSecond: Array.from({ length: seconds }, (_, second) => {
        const inSecond = times.filter((at) => Math.floor((at - begin) / 1_000) === second);
        return inSecond.length;
      }),
      longestMs: Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at))),
      cpuPercent: (100 * ((await this.#cpuSeconds()) - before)) / took,
    };
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }

  /** Only this tab has a process that draws pages; those that the browser keeps ready do nothing. */
  async #cpuSeconds(): Promise<number> {
    const { processInfo } = await this.#session.send('SystemInfo.getProcessInfo');
    return processInfo
      .filter(({ type }) => type === 'renderer')
      .reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  }
}

/** Of the page: the types of this folder are those of Node. */
declare const requestAnimationFrame: (callback: (time: number) => void) => number;

/** The times of all frames, in milliseconds. It runs in the page. */
async function frameTimes(seconds: number): Promise<number[]> {
  const times: number[] = [];
  const next = () => new Promise<number>(requestAnimationFrame);
  do times.push(await next());
  while ((times.at(-1) ?? 0) - (times[0] ?? 0) < seconds * 1_000);
  return times;
}
