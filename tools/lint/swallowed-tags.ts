import { parseSync } from 'oxc-parser';

/** Tags of TSDoc that begin a block. */
const BLOCK_TAG =
  /@(?:param|typeParam|returns?|throws|example|default(?:Value)?|remarks|see|deprecated|internal|privateRemarks|packageDocumentation|since|alpha|beta|public)(?![\w/.-])/g;

/** Finds the block tags of doc comments that do not begin a line. Code, in fences or between backticks, can contain them. */
export function swallowedTags(file: string, source: string): { line: number; tag: string }[] {
  const { comments } = parseSync(file, source);
  return comments
    .filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
    .flatMap(({ start, end }) => tagsOf(source.slice(start, end), source.slice(0, start).split('\n').length));
}

function tagsOf(comment: string, firstLine: number): { line: number; tag: string }[] {
  const blank = (code: string) => code.replaceAll(/[^\n]/g, ' ');
  const text = comment
    .replace(/^\/\*\*/, '  ')
    .replaceAll(/```[\s\S]*?```/g, blank)
    .replaceAll(/`[^`\n]*(?:\n\s*\*[^`\n]*)?`/g, (code) => code.replaceAll(/[^\n*]/g, '.'));
  return text.split('\n').flatMap((line, index) => {
    const content = line.replace(/^\s*\*?\s*/, '');
    return [...content.matchAll(BLOCK_TAG)]
      .filter(({ index: at }) => at > 0 && content[at - 1] !== '{')
      .map(([tag]) => ({ line: firstLine + index, tag }));
  });
}
