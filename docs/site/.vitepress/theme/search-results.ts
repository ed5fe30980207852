/** A section of a page, as the index has it. */
export interface Section {
  /** The address of the page, and the anchor of the section. */
  readonly id: string;
  readonly title: string;
  /** The titles above it, the page first. */
  readonly titles: readonly string[];
  readonly text: string;
  /** The words of the page that matched. */
  readonly terms: readonly string[];
}

/** A page that the search found: its best section, and the words around the match. */
export interface PageResult {
  readonly id: string;
  readonly title: string;
  /** The section, if the match is not at the beginning of the page. */
  readonly section: string | undefined;
  /** The part of the site. */
  readonly kind: string;
  readonly excerpt: readonly { readonly text: string; readonly isMatch: boolean }[];
}

const MOST_PAGES = 12;

/** The pages of sections that are in the order of their rank. Each page is in the list once, with its best section. */
export function pagesOf(sections: readonly Section[]): PageResult[] {
  const pages = new Map<string, PageResult>();
  for (const { id, title, titles, text, terms } of sections) {
    const [page = ''] = id.split('#', 1);
    if (pages.has(page)) continue;
    const [pageTitle = title] = titles;
    pages.set(page, {
      id,
      title: plain(pageTitle),
      section: titles.length === 0 ? undefined : plain(title),
      kind: kindOf(page),
      excerpt: excerptOf(plain(text), terms),
    });
    if (pages.size === MOST_PAGES) break;
  }
  return [...pages.values()];
}

const KINDS: readonly (readonly [part: string, kind: string])[] = [
  ['/guides/', 'Guide'],
  ['/examples/', 'Example'],
  ['/reference/', 'Reference'],
  ['/packages/', 'Package'],
  ['/behavior/', 'Behavior'],
  ['/decisions/', 'Decision'],
  ['/api/', 'HTTP API'],
];

const kindOf = (page: string) => KINDS.find(([part]) => page.includes(part))?.[1] ?? '';

/** The index contains the entities of HTML, and the marks of links to headings. */
function plain(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replace(/&#(x?)([\da-f]+);/gi, (_, hex: string, code: string) =>
      String.fromCodePoint(Number.parseInt(code, hex === '' ? 10 : 16)),
    )
    .replaceAll('&amp;', '&')
    .replaceAll('\u200B', '')
    .replace(/\s+/g, ' ')
    .trim();
}

const BEFORE = 40;
const LENGTH = 170;

/** The words around the first match, with all matches marked. */
function excerptOf(text: string, terms: readonly string[]): PageResult['excerpt'] {
  const words = terms.toSorted((a, b) => b.length - a.length).map(escape);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${words.join('|')})[\\p{L}]*`, 'giu');
  const first = words.length === 0 ? -1 : text.search(pattern);
  const start = first <= BEFORE ? 0 : text.indexOf(' ', first - BEFORE) + 1;
  const isCut = text.length > start + LENGTH;
  const part = text.slice(start, start + LENGTH);
  const shown = `${start > 0 ? '… ' : ''}${isCut ? `${part.replace(/\s\S*$/, '')} …` : part}`;
  if (words.length === 0) return [{ text: shown, isMatch: false }];
  const parts: { text: string; isMatch: boolean }[] = [];
  let at = 0;
  for (const match of shown.matchAll(pattern)) {
    parts.push({ text: shown.slice(at, match.index), isMatch: false }, { text: match[0], isMatch: true });
    at = match.index + match[0].length;
  }
  return [...parts, { text: shown.slice(at), isMatch: false }];
}

const escape = (term: string) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
