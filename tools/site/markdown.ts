const FENCE = /(^ *```[\s\S]*?^ *```$)/m;

/** Changes the parts of a text that are not in fences. */
function changeOutside(text: string, change: (part: string) => string): string {
  return text
    .split(FENCE)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}

const TARGETS = [/(?<=\]\()[^()\s]+(?=\))/g, /(?<=<(?:img|source|a)\b[^>]*?\b(?:src|srcset|href)=")[^"]+/g];

/** Changes the targets of links and pictures. Their texts can contain code, so only fences are left out. */
export function changeLinks(text: string, change: (target: string) => string): string {
  return changeOutside(text, (part) =>
    TARGETS.reduce((changed, target) => changed.replace(target, (found) => change(found)), part),
  );
}

/** Moves all headings one level down. */
export function lowerHeadings(text: string): string {
  return changeOutside(text, (part) => part.replace(/^#/gm, '##'));
}
