import { existsSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { siteAddress } from '../../../tools/site/addresses.ts';
import { root } from '../../../tools/source-paths.ts';
import { inBrowser } from './browser.ts';

/** The built site, served to a browser. */
export interface Site {
  /** Its address, with a slash at the end. */
  readonly url: string;
  /** What the pages logged as errors, threw, or requested from other hosts. */
  readonly problems: string[];
  /** Opens a page at an address below that of the site, in a context of its own. */
  open(
    address: string,
    options?: {
      readonly width?: number;
      readonly theme?: 'light' | 'dark';
      /** Default: true. */
      readonly hasScripts?: boolean;
    },
  ): Promise<Page>;
  close(): Promise<void>;
}

const folder = `${root}docs/site/dist`;

/** Serves the built site. */
export async function openSite(): Promise<Site> {
  if (!existsSync(folder)) throw new Error(`${folder} does not exist. Run "npm run docs" first.`);
  const end = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<Site>();
  const done = inBrowser(folder, siteAddress?.pathname ?? '/', async ({ url, browser, problems, watch }) => {
    opened.resolve({
      url,
      problems,
      open: async (address, { width = 1440, theme = 'light', hasScripts = true } = {}) => {
        const viewport = { width, height: 900 };
        const page = await browser.newPage({
          viewport,
          colorScheme: theme,
          javaScriptEnabled: hasScripts,
        });
        watch(page);
        await page.goto(url + address);
        return page;
      },
      close: async () => {
        end.resolve();
        await done;
      },
    });
    await end.promise;
  });
  done.catch(opened.reject);
  return opened.promise;
}
