import { asciiDigits } from '@messaging-service/text';

/** Letters with a stroke, which Unicode does not take apart. */
const STROKES: Readonly<Record<string, string>> = { Ø: 'O', Ł: 'L', Đ: 'D', Ħ: 'H', Ŧ: 'T' };

/**
 * Marks that are accents, or that most people leave out when they write. Other marks make another letter: the sounds of Kana
 * (ハ and パ), the vowels of Hindi and Thai, the breve of й.
 */
const ACCENTS = new RegExp(
  [
    String.raw`(?<=[\p{Script=Latin}\p{Script=Greek}]\p{M}*)\p{M}`,
    // The stress in Cyrillic words, and the points of ё.
    String.raw`(?<=[АЕИОУЫЭЮЯІЄ])[\u0300\u0301]|(?<=Е)\u0308`,
    // The short vowels and the stretching of Arabic, and the points of Hebrew.
    String.raw`[\u064B-\u0652\u0670\u0640\u0591-\u05BD\u05BF\u05C1-\u05C7]`,
    // Characters that only change how their neighbors are drawn.
    String.raw`[\u00AD\u200C\u200D\uFE0E\uFE0F]`,
  ].join('|'),
  'gu',
);

/**
 * A text for comparison: texts that differ only in case, accents, width or white space are the same, and so are digits of
 * all scripts. Capital letters also join ß and ss, ς and σ, ı and i. EMU-13.
 */
export function folded(text: string): string {
  const upper = text.toUpperCase();
  // Most texts are ASCII.
  if (/^[!-~]*(?: [!-~]+)* ?$/.test(upper)) return upper;
  // The capital ẞ has a lowercase letter, which has the capital SS.
  return asciiDigits(text.normalize('NFKD').toLowerCase().toUpperCase())
    .normalize('NFD')
    .replaceAll(ACCENTS, '')
    .normalize('NFC')
    .replaceAll(/[ØŁĐĦŦ]/g, (letter) => STROKES[letter] ?? letter)
    .replaceAll(/\s+/gu, ' ');
}
