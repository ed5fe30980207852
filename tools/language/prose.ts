import { type Comment, parseSync, Visitor } from 'oxc-parser';

/** From where to where in a text, in characters. */
type Range = readonly [start: number, end: number];

const FENCE = /^([ >]*)(```+|~~~+) *(\w*)[^\n]*\n([\s\S]*?)^\1\2[^\n]*$/gm;
const INLINE_CODE = /(`+)(?!`)[^\0]*?[^`]\1(?!`)/g;
const LINK_TARGET = /(?<=\])\([^)\s]*\)|https?:\/\/[^\s)>"']+/g;
const SOURCE = /\.(?:[cm]?[jt]s|tsx)$/;
const SOURCE_LANGUAGES = new Set(['js', 'javascript', 'mjs', 'ts', 'typescript', 'tsx']);

/**
 * The text of a file with everything that people do not read as sentences replaced, character by character, so that
 * positions stay the same. Code becomes NUL characters, which no phrase matches.
 *
 * @param file - The name of the file, which says how to read it.
 */
export function proseOf(file: string, text: string): string {
  if (SOURCE.test(file)) return withoutInlineCode(proseOfSource(file, text));
  return withoutInlineCode(
    file.endsWith('.md') ? proseOfMarkdown(text) : text.replace(/^[^\S\n]*(?:#|\/\/)/gm, blank),
  );
}

/** Comments, strings of two words or more, and the text of JSX elements. */
function proseOfSource(file: string, text: string): string {
  const { program, comments } = parseSync(file, text);
  const ranges: Range[] = comments.map((comment) => insideOf(comment));
  const keep = ({ start, end }: { start: number; end: number }) => void ranges.push([start, end]);
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string' && /\w \w/.test(node.value))
        keep({ start: node.start + 1, end: node.end - 1 });
    },
    // Its range includes the marks around it in TypeScript, and excludes them in JavaScript.
    TemplateElement: ({ start, value: { raw } }) => {
      const inside = text.indexOf(raw, start);
      keep({ start: inside, end: inside + raw.length });
    },
    JSXText: keep,
  }).visit(program);
  return only(
    ranges.sort(([a], [b]) => a - b),
    text,
  ).replace(/^([^\S\n]*)\*(?= |$)/gm, '$1 ');
}

function insideOf({ type, start, end }: Comment): Range {
  return type === 'Line' ? [start + 2, end] : [start + 2, end - 2];
}

/** Keeps the ranges and all white space. The marks of line comments become white space, so that their lines join. */
function only(ranges: readonly Range[], text: string): string {
  let result = '';
  let position = 0;
  for (const [start, end] of ranges) {
    result += hidden(text.slice(position, start)) + text.slice(start, end);
    position = end;
  }
  return result + hidden(text.slice(position));
}

/** Prose outside of fences, and the comments and strings of the code in fences. */
function proseOfMarkdown(text: string): string {
  return text.replace(FENCE, (fence: string, _indent, _mark, language: string, code: string) => {
    const start = fence.indexOf('\n') + 1;
    const inside = SOURCE_LANGUAGES.has(language)
      ? proseOfSource('fence.tsx', code)
      : code.replace(/[^\s]/g, '\0');
    return hidden(fence.slice(0, start)) + inside + hidden(fence.slice(start + code.length));
  });
}

function withoutInlineCode(text: string): string {
  return text
    .replace(INLINE_CODE, (code) => code.replace(/[^\s`]/g, '`'))
    .replace(LINK_TARGET, (target) => target.replace(/./g, '`'));
}

function hidden(code: string): string {
  return code.replace(/^(\s*)\/\/$/, '$1  ').replace(/\S/g, '\0');
}

function blank(mark: string): string {
  return ' '.repeat(mark.length);
}
