/** Code of a Markdown text: fences, and code within a line. */
const CODE = /(^ *```[\s\S]*?^ *```$|``[^\n]*?``|`[^`\n]*`)/m;

/** Changes a Markdown text but its code. */
export function changeProse(text: string, change: (prose: string) => string): string {
  return text
    .split(CODE)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}

/** Changes the targets of links and pictures. */
export function changeLinks(text: string, change: (target: string) => string): string {
  // The text of a link can contain code, so only fences are left out.
  return text
    .split(/(^ *```[\s\S]*?^ *```$)/m)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replace(
              /(\]\()([^()\s]+)(\))/g,
              (_, open: string, target: string, close: string) => open + change(target) + close,
            )
            .replace(
              /(<(?:img|source|a)\b[^>]*?\b(?:src|srcset|href)=")([^"]+)/g,
              (_, open: string, target: string) => open + change(target),
            ),
    )
    .join('');
}

/** Moves all headings one level down. */
export function lowerHeadings(text: string): string {
  return text
    .split(/(^ *```[\s\S]*?^ *```$)/m)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/^#/gm, '##')))
    .join('');
}

/** The first paragraph of a page as plain text of at most 200 characters, for search engines and previews of links. */
export function descriptionOf(text: string): string {
  const paragraph = text
    .replace(/^ *```[\s\S]*?^ *```$/gm, '')
    .split(/\n{2,}/)
    .find((part) => /^[\p{Letter}`[*]/u.test(part) && !/^\*\s/.test(part) && !part.startsWith('***'));
  const plain = (paragraph ?? '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]|<[^>]+>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length <= 200 ? plain : `${plain.slice(0, 199).replace(/\s+\S*$/, '')}…`;
}

/** A page with its settings for VitePress. */
export function withFrontmatter(text: string, settings: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  return `---\n${lines.join('')}---\n\n${text}`;
}
