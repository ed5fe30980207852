/** Signs of Arabic and other scripts that Unicode counts as format characters, although they are drawn. */
const DRAWN = String.raw`[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}\u{13430}-\u{1343F}]`;

/** Characters that are not drawn: controls, format characters, fillers, selectors, and halves of surrogate pairs. */
const HIDDEN = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]`;

/** Scripts whose letters join, so that their words contain joiners and non-joiners. */
const JOINING =
  'Arabic Syriac Mandaic Nko Mongolian Phags_Pa Hanifi_Rohingya Adlam ' +
  'Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam ' +
  'Sinhala Khmer Myanmar Tibetan Balinese Javanese Meetei_Mayek Newa Chakma';

const JOINED = `[${JOINING.replaceAll(/\w+ ?/g, (script) => `\\p{Script=${script.trim()}}`)}]`;

/** A letter of a joining script, with its marks. */
const AFTER_JOINED = String.raw`(?<=${JOINED}\p{Mn}*)`;

const LETTER = String.raw`[\p{L}\p{M}\p{N}]`;

/** Sequences in which characters without a form of their own change what is drawn. */
const TEXT = [
  DRAWN,
  // A flag of a region, such as that of Scotland: a black flag, the letters of the region, and their end.
  String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}`,
  // A keycap, such as that of the digit 1.
  String.raw`[0-9#*]\uFE0F?\u20E3`,
  // The form of an emoji in color or in black and white.
  String.raw`(?<=(?![0-9#*])\p{Emoji})[\uFE0E\uFE0F]`,
  // Several emoji that are drawn as one.
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\u{E007F}])\u200D(?=\p{Extended_Pictographic})`,
  // Joiners in a word, or between a word and its ending.
  String.raw`${AFTER_JOINED}[\u200C\u200D](?=${LETTER})`,
  String.raw`(?<=${LETTER})[\u200C\u200D](?=${JOINED})`,
  // A letter in the form that it has before another one.
  String.raw`${AFTER_JOINED}\u200D(?![\u200C\u200D])`,
  // Variants of characters.
  String.raw`(?<=[\p{Script=Han}\p{Sm}])[\uFE00-\uFE02]`,
  String.raw`(?<=[\u3000-\u303F\uFF00-\uFFEF])[\uFE00\uFE01]`,
  String.raw`(?<=\p{Script=Han})[\u{E0100}-\u{E01EF}]`,
  String.raw`(?<=\p{Script=Myanmar})\uFE00`,
  String.raw`(?<=\p{Script=Mongolian})[\u180B-\u180F]`,
].join('|');

const HAS_HIDDEN = new RegExp(HIDDEN, 'u');

/** Compiled with the first text that needs it, because that takes some milliseconds. */
let parts: RegExp | undefined;

/**
 * Returns a text in which invisible characters are their code points, such as `[U+202E]`, because they change the direction
 * of a text, control a terminal, hide a part, or make a text longer without a trace. Line feeds stay. Characters that
 * change what is drawn stay too: the joiners inside emoji and inside the words of scripts that join, the forms of emoji,
 * keycaps, and flags.
 *
 * @param show - Returns what takes the place of an invisible character; default: its code point.
 *
 * @example
 * ```ts
 * visible('pay\u202Ecod'); // 'pay[U+202E]cod'
 * visible('👩🏽‍🚀 می‌خواهم'); // the same text
 * ```
 */
export function visible(text: string, show: (character: string) => string = codePoint): string {
  if (!HAS_HIDDEN.test(text)) return text;
  parts ??= new RegExp(`(?<text>${TEXT})|${HIDDEN}`, 'gu');
  return text.replaceAll(parts, (part, ...rest) => {
    const { text: drawn } = rest.at(-1) as { text: string | undefined };
    return part === '\n' || drawn !== undefined ? part : show(part);
  });
}

/** Returns a text like {@link visible}, but in one line: line feeds are `[U+000A]`, so that a text cannot forge a line of a log. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll('\n', '[U+000A]');
}

function codePoint(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `[U+${code.padStart(4, '0')}]`;
}

/**
 * Returns the beginning of a text that has more than a number of UTF-16 units, with an ellipsis. It ends before a character,
 * such as an emoji, that would be cut.
 */
export function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = new Intl.Segmenter().segment(text).containing(most)?.index ?? most;
  return `${text.slice(0, end).trimEnd()}…`;
}
