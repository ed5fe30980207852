import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Finds the links and pictures of a folder of HTML pages that lead nowhere within it. */
export function brokenLinks(folder: string): { readonly pages: number; readonly broken: string[] } {
  const pages = globSync('**/*.html', { cwd: folder }).map((page) => join(folder, page));
  const anchors = new Map(pages.map((page) => [page, anchorsOf(readFileSync(page, 'utf8'))]));
  const broken = pages.flatMap((page) =>
    linksOf(readFileSync(page, 'utf8'))
      .filter((link) => !leadsSomewhere(page, link))
      .map((link) => `${relative(folder, page)} links to ${link}`),
  );
  return { pages: pages.length, broken };

  function leadsSomewhere(page: string, link: string): boolean {
    const [path = '', anchor = ''] = link.split('#', 2).map(decodeURIComponent);
    const target = path === '' ? page : join(dirname(page), path);
    if (!isFile(target)) return false;
    return anchor === '' || anchors.get(target)?.has(anchor) === true;
  }
}

/** Addresses within the site: those of other sites are not ours to check. */
function linksOf(html: string): string[] {
  const links = [...html.matchAll(/<(?:a|img|link|script)\b[^>]*?\b(?:href|src)="([^"]*)"/g)];
  return [...new Set(links.map(([, link = '']) => link.replaceAll('&amp;', '&')))].filter(
    (link) => !/^[a-z]+:/i.test(link),
  );
}

function anchorsOf(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/\b(?:id|name)="([^"]*)"/g)].map(([, id = '']) => id));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
