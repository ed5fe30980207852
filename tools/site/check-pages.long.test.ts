import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { hasChromium } from './browser.ts';
import { checkPages } from './check-pages.ts';

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Checks a site of one page, whose main part is this text. */
function check(text: string): Promise<string[]> {
  folder = mkdtempSync(join(tmpdir(), 'site-'));
  const html = `<!doctype html><html lang="en"><title>Page</title><link rel="icon" href="data:,"><main><h1>Page</h1>${text}</main></html>`;
  writeFileSync(join(folder, 'page.html'), html);
  return checkPages(folder, '/', { page: 'page.html' });
}

describe.skipIf(!hasChromium)('the check of pages in Chromium', () => {
  test('accepts a page without faults', async () => {
    expect(await check('<p>Text</p>')).toEqual([]);
  });

  test('reports what axe-core finds, with its page, width and color scheme', async () => {
    const dark = '<style>@media (prefers-color-scheme: dark) { p { color: #eee } }</style><p>Text</p>';
    expect(await check(dark)).toEqual([
      'page (page.html, 1440 px, dark): color-contrast: <p>Text</p>',
      'page (page.html, 400 px, dark): color-contrast: <p>Text</p>',
    ]);
  });

  test('forgives Scalar, and only Scalar, a button without a name', async () => {
    expect(await check('<div class="scalar-app"><button></button></div>')).toEqual([]);
    expect((await check('<button></button>'))[0]).toContain('button-name: <button></button>');
  });

  test('reports a page that is wider than a narrow screen', async () => {
    expect(await check('<div style="width: 600px">Text</div>')).toEqual([
      'page (page.html, 400 px, light): is 208 px wider than the screen',
      'page (page.html, 400 px, dark): is 208 px wider than the screen',
    ]);
  });

  test('reports errors of programs and requests to other hosts', async () => {
    const problems = await check(
      '<script>console.error("lost"); fetch("https://unknown.invalid/").catch(() => {}); throw new Error("broken")</script>',
    );
    expect(problems).toContain('/page.html logged lost');
    expect(problems).toContain('/page.html threw broken');
    expect(problems).toContain('/page.html asked for https://unknown.invalid/');
  });
});
