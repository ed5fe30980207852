import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM } from '../../../tools/chromium.ts';

/** A built site that is served, and a browser. */
export interface Served {
  readonly url: string;
  readonly browser: Browser;
  /** What the pages logged as errors, threw, or requested from other hosts. */
  readonly problems: string[];
  /** Makes the problems of a page visible. */
  readonly watch: (page: Page) => void;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.yaml': 'text/yaml',
};

/** Serves a built site below a path, and starts a browser, for as long as the work takes. */
export async function inBrowser<T>(
  folder: string,
  base: string,
  work: (served: Served) => Promise<T>,
): Promise<T> {
  const server = createServer(({ url = '/' }, response) => {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname).slice(base.length);
    const wanted = join(folder, /(^|\/)$/.test(path) ? `${path}index.html` : path);
    const isFile = statSync(wanted, { throwIfNoEntry: false })?.isFile() === true;
    const file = isFile ? wanted : join(folder, '404.html');
    response.writeHead(isFile ? 200 : 404, { 'content-type': TYPES[extname(file)] ?? 'text/plain' });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const problems: string[] = [];
  const watch = (page: Page) => watchPage(page, origin, problems);
  try {
    return await work({ url: origin + base, browser, problems, watch });
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

function watchPage(page: Page, origin: string, problems: string[]): void {
  const report = (problem: string) => problems.push(`${new URL(page.url()).pathname} ${problem}`);
  page.on('pageerror', ({ message }) => report(`threw ${message}`));
  page.on('console', (message) => {
    // The browser logs that the page which does not exist does not.
    const isMissing = message.text().includes('404 (Not Found)') && message.location().url === page.url();
    // It looks for the icon again whenever the address changes.
    const isIcon = /icon[^/]*\.svg$/.test(message.location().url);
    if (message.type() === 'error' && !isMissing && !isIcon) report(`logged ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !/^(data|blob):/.test(request.url()))
      report(`asked for ${request.url()}`);
  });
}
