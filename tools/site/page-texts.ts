import { changeProse } from './markdown.ts';

/** A page of TypeDoc with headings as the other pages have them, and without lists of nothing but links. */
export function asPage(text: string): string {
  const page = withoutListOfReferences(plainTitle(numberOverloads(sentenceCase(text))));
  return relationsLast(withoutOrigins(page));
}

/** Leaves out from which class a member comes: users only call it. */
function withoutOrigins(text: string): string {
  return text.replace(/^#+ (?:Inherited from|Overrides)\n\n.*\n\n?/gm, '');
}

/** Moves what a type is related to below what users read the page for: its members and examples. */
function relationsLast(text: string): string {
  const [head = '', ...sections] = text.split(/^(?=## )/m);
  const isRelation = (section: string) =>
    /^## (Extends|Extended by|Implements|Type parameters)$/m.test(section.split('\n', 1)[0] ?? '');
  const ordered = [...sections.filter((one) => !isRelation(one)), ...sections.filter(isRelation)];
  return [head, ...ordered].map((part) => `${part.trimEnd()}\n`).join('\n');
}

/** Starts a paragraph at each label of a clause, such as "Decision." */
export function withParagraphs(text: string): string {
  return changeProse(text, (prose) =>
    prose.replace(/(?<=[^\n])[ \n](?=\*\*(?:Open point|Decision|Change it)\.\*\*)/g, '\n\n'),
  );
}

/**
 * Shows a `<picture>` for two color schemes as two images. The page shows one of them: readers can switch its scheme, and a
 * media query only knows the scheme of the system. The browser loads a lazy image only when it is visible.
 */
export function withSchemes(text: string): string {
  return text.replace(
    /^<picture>\n.*\bsrcset="([^"]+)">\n *<img (.*)\bsrc="([^"]+)"(.*)>\n<\/picture>$/gm,
    (_, dark: string, before: string, light: string, after: string) =>
      Object.entries({ light, dark })
        .map(([scheme, file]) => `<img class="only-${scheme}" loading="lazy" ${before}src="${file}"${after}>`)
        .join('\n'),
  );
}

/** Moves the headings of a page without second level one level up, because levels must not be skipped. */
export function withoutGap(text: string): string {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '');
  return /^## /m.test(prose) ? text : changeProse(text, (part) => part.replace(/^##(#+ )/gm, '#$1'));
}

/** The headings of TypeDoc as all others are written. */
function sentenceCase(text: string): string {
  return text.replace(
    /^(#+|\|) Type (Parameters?|Aliases|Declaration)(?=$| \|)/gm,
    (_, start: string, word: string) => `${start} Type ${word.toLowerCase()}`,
  );
}

/** Gives each overload of a function a heading of its own, with the type of its result where that is a type of ours. */
function numberOverloads(text: string): string {
  let level = 0;
  let count = 0;
  return text.replace(
    /^(#+) (Call Signature$(?=\n+```ts\n([\s\S]*?);\n```)|.*$)/gm,
    (heading, marks: string, _title: string, signature?: string) => {
      if (signature === undefined) {
        if (marks.length < level) count = 0;
        return heading;
      }
      level = marks.length;
      count += 1;
      const result = /\): ([A-Z]\w+)[^)]*$/.exec(signature)?.[1];
      return `${marks} Overload ${count}${result === undefined || result === 'CallPromise' ? '' : `: ${result}`}`;
    },
  );
}

/** The title of a page without its type parameters, which its first lines show. */
function plainTitle(text: string): string {
  return text.replace(/^# (.*?)<.*$/m, '# $1');
}

/** Types that a module only exports again are listed in one sentence instead of a section each. */
function withoutListOfReferences(text: string): string {
  const [before = '', references] = text.split(/^## References$/m, 2);
  if (references === undefined) return text;
  const links = [...references.matchAll(/^Re-exports (\[.*\]\(.*\))$/gm)].map(([, link]) => link);
  return `${before}## Types of other entry points\n\nAlso exported here: ${links.join(', ')}.\n`;
}
