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

/** Moves each section about type parameters behind the sections beside it, because few readers need it. */
export function typeParametersLast(text: string): string {
  const sections = text.split(/^(?=#+ )/m);
  const level = (section: string | undefined) => /^#*/.exec(section ?? '')?.[0].length ?? 0;
  for (const section of sections.filter((one) => /^#+ Type parameters$/m.test(one.split('\n', 1)[0] ?? ''))) {
    const at = sections.indexOf(section);
    const behind = sections.findIndex((one, index) => index > at && level(one) < level(section));
    const end = behind === -1 ? sections.length : behind;
    const last = end - 1;
    if (last === at) continue;
    // The line between two members stays before the second one.
    const [, before = '', line = ''] = /^([\s\S]*?)(\*\*\*\n\n)?$/.exec(sections[last] ?? '') ?? [];
    sections[last] = `${before.trimEnd()}\n\n`;
    sections.splice(end, 0, `${section.trimEnd()}\n\n${line}`);
    sections.splice(at, 1);
  }
  return sections.join('');
}
