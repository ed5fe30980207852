/** Fences, and code within a line. */
const CODE = /(^ *```[\s\S]*?^ *```$|``[^\n]*?``|`[^`\n]*`)/m;
const FENCE = /(^ *```[\s\S]*?^ *```$)/m;

/** Changes the parts of a text that are not code. */
function changeOutside(code: RegExp, text: string, change: (part: string) => string): string {
  return text
    .split(code)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}

/** Changes a Markdown text, except its code. */
export function changeProse(text: string, change: (prose: string) => string): string {
  return changeOutside(CODE, text, change);
}

const TARGETS = [/(?<=\]\()[^()\s]+(?=\))/g, /(?<=<(?:img|source|a)\b[^>]*?\b(?:src|srcset|href)=")[^"]+/g];

/** Changes the targets of links and pictures. Their texts can contain code, so only fences are left out. */
export function changeLinks(text: string, change: (target: string) => string): string {
  return changeOutside(FENCE, text, (part) =>
    TARGETS.reduce((changed, target) => changed.replace(target, (found) => change(found)), part),
  );
}

/** Moves all headings one level down. */
export function lowerHeadings(text: string): string {
  return changeOutside(FENCE, text, (part) => part.replace(/^#/gm, '##'));
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
