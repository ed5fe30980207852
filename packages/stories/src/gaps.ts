import type { Story } from './story.ts';

/** What a program does not repeat, as comments before its first statement; empty if it repeats everything. */
export function gapComments({ gaps }: Story, mark: '//' | '#'): string {
  return gaps.map((gap) => `${mark} Not as it was: ${inOneLine(gap)}\n`).join('');
}

/** A text without what ends a line, or is not shown. */
export function inOneLine(text: string): string {
  return text.replaceAll(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}
