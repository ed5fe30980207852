import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { siteAddress, sourceAddress } from './addresses.ts';

/** The other hosts that pages may link to. Add a host here when a page links to it on purpose. */
const KNOWN_HOSTS: ReadonlySet<string> = new Set(
  [siteAddress?.href, sourceAddress].flatMap((address) =>
    address === undefined ? [] : [new URL(address).host],
  ),
);

/** Hosts in examples: reserved names and the reader's own machine. */
const EXAMPLE_HOST = /^(localhost|127\.0\.0\.1)(:\d+)?$|(^|\.)example(\.com|\.org)?$|\.test$/;

/**
 * Finds the links of the HTML pages and of the texts for language models in a folder that are broken: their page, file or
 * heading does not exist in the folder, or they lead to another host that is not known.
 */
export function brokenLinks(
  folder: string,
  hosts: ReadonlySet<string> = KNOWN_HOSTS,
): { readonly pages: number; readonly broken: string[] } {
  const base = siteAddress?.pathname ?? '/';
  const pages = globSync(['**/*.html', 'llms*.txt'], { cwd: folder }).map((page) => join(folder, page));
  const texts = new Map(pages.map((page) => [page, readFileSync(page, 'utf8')]));
  const anchors = new Map([...texts].map(([page, html]) => [page, anchorsOf(html)]));
  const broken = [...texts].flatMap(([page, html]) =>
    (page.endsWith('.html') ? linksOf(html) : linksOfMarkdown(html))
      .filter((link) => !leadsSomewhere(page, link))
      .map((link) => `${relative(folder, page)} links to ${link}`),
  );
  return { pages: pages.length, broken };

  function leadsSomewhere(page: string, link: string): boolean {
    if (/^(data|mailto):/.test(link)) return true;
    if (/^[a-z]+:/i.test(link)) return isKnown(link);
    const [path = '', anchor = ''] = link.split('#', 2).map(decodeURIComponent);
    const target = targetOf(page, path);
    if (!isFile(target)) return false;
    return anchor === '' || anchors.get(target)?.has(anchor) === true;
  }

  function targetOf(page: string, path: string): string {
    if (path === '') return page;
    const file = path.startsWith('/') ? join(folder, path.slice(base.length)) : join(dirname(page), path);
    return path.endsWith('/') ? join(file, 'index.html') : file;
  }

  function isKnown(link: string): boolean {
    const { host } = new URL(link);
    return hosts.has(host) || EXAMPLE_HOST.test(host);
  }
}

function linksOf(html: string): string[] {
  const links = [...html.matchAll(/<(?:a|img|link|script)\b[^>]*?\s(?:href|src)="([^"]*)"/g)];
  return [...new Set(links.map(([, link = '']) => link.replaceAll('&amp;', '&')))];
}

function linksOfMarkdown(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
  // The pages beside them are Markdown, without anchors.
  return [...prose.matchAll(/\]\(([^()\s#]+)/g)].map(([, link = '']) => link);
}

function anchorsOf(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/\s(?:id|name)="([^"]*)"/g)].map(([, id = '']) => id));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
