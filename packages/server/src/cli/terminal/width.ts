import { eastAsianWidth } from 'get-east-asian-width';
import { type Part, textOf } from './paint.ts';

/** Texts with one column for each character. */
const NARROW = /^[\u0020-\u007E\u00A1-\u00AC\u00AE-\u02FF\u2010-\u2027\u2190-\u2193\u2713\u2717]*$/;

/** Emoji that a terminal draws in color, and characters that the selector of the colored form follows. */
const EMOJI = /\p{Emoji_Presentation}|\p{Emoji}\uFE0F/u;

/** Marks that are drawn over the character before them, and characters that are not drawn. */
const WITHOUT_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}\p{Default_Ignorable_Code_Point}]$/u;

/** Created with the first text that needs it, because that takes some milliseconds. */
let segmenter: Intl.Segmenter | undefined;

/** The columns of a character as it is drawn: an emoji of several code points takes two. */
function columnsOfCharacter(character: string): number {
  if (EMOJI.test(character)) return 2;
  let columns = 0;
  for (const letter of character)
    if (!WITHOUT_WIDTH.test(letter)) columns += eastAsianWidth(letter.codePointAt(0) as number);
  return columns;
}

/** The columns of a terminal that a text in one line takes. */
export function columnsOf(text: string): number {
  if (NARROW.test(text)) return text.length;
  segmenter ??= new Intl.Segmenter();
  let columns = 0;
  for (const { segment } of segmenter.segment(text)) columns += columnsOfCharacter(segment);
  return columns;
}

/** The columns that parts take. */
export function columnsOfParts(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + columnsOf(textOf(part)), 0);
}

/** A text that takes more columns than there are ends with an ellipsis. No character is cut. */
export function cut(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  if (columns <= 0) return '';
  segmenter ??= new Intl.Segmenter();
  let left = columns - 1;
  let kept = '';
  for (const { segment } of segmenter.segment(text)) {
    left -= columnsOfCharacter(segment);
    if (left < 0) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** The parts that fit in a number of columns. The last one ends with an ellipsis if something is missing. */
export function cutParts(parts: readonly Part[], columns: number): Part[] {
  if (columnsOfParts(parts) <= columns) return [...parts];
  const kept: Part[] = [];
  let left = columns;
  for (const part of parts) {
    const text = textOf(part);
    // What follows does not fit, so one column is for the ellipsis.
    const shown = columnsOf(text) < left ? text : cut(`${text} `, left);
    kept.push(typeof part === 'string' ? shown : [shown, part[1]]);
    left -= columnsOf(shown);
    if (shown !== text) break;
  }
  return kept;
}

/** A text in lines of a number of columns, broken at spaces. A word that is longer is cut. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (columnsOf(longer) <= columns) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = cut(word, columns);
  }
  return [...lines, line];
}
