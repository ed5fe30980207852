import type { Candidate } from './code-candidates.ts';
import { LINKING_WORDS } from './code-words.ts';

/** A part of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The end of a sentence, and of a line. */
export const SENTENCE_END = /[.!?;](?:\s|$)|[。！？；।؟\n]|\s[|•]\s/u;

/**
 * What stands between a name and a code, without words that only link the two: empty when they belong together; undefined
 * when something else stands there.
 */
export function linkOf(between: string): '' | undefined {
  return restOf(between) === '' ? '' : undefined;
}

function restOf(between: string): string {
  return (between.match(/[\p{L}\p{M}\p{N}]+|[.!?;,。！？；]/gu) ?? [])
    .filter((word) => !LINKING_WORDS.test(word) && !LINKS.test(word))
    .join('');
}

/** Words of scripts without spaces that only link a name and a code. */
const LINKS = /^(?:は|が|です|为|為|是|을|는|은|입니다|هو|هي|الخاص|بك|है|का|की|के|आपका|آپ|ہے|คือ|הוא|ของคุณ)+$/u;

/** How far a number is from a name, in letters and their like. Less is nearer. */
export function distance({ start, end, code, kind }: Candidate, name: Span, text: string): number {
  const isAfter = name.end <= start;
  const between = isAfter ? text.slice(name.end, start) : text.slice(end, name.start);
  const rest = restOf(between);
  const isRight = rest === '';
  const isSaid = isAfter
    ? /(?:[:：=>»]|(?<!\p{L})(?:is|are|ist|lautet|est|es|e|ar|er|on|jest|je)|は|是|为|為)[\s"'“„«»[(*【「#]*$/u.test(
        between,
      )
    : /^["'”“»\])*】」]*\s*(?:(?:is|are|ist|est|es|e|ar|er|on|jest|je|to|hai)(?!\p{L})|[-–—:]|है|は)/u.test(
        between,
      );
  // In "Bet365: code 482913", the first word is the sender.
  const isSender = kind === 'mixed' && !isAfter && /^\s*[-–—:]/u.test(between);
  if (kind === 'groups' && !isRight && !(isSaid && /^[^,;.]{0,20}$/.test(rest)))
    return Number.POSITIVE_INFINITY;
  if (/^(?:mixed|letters)$/.test(kind) && !(isAfter ? isRight : isSaid && rest.length < 40))
    return Number.POSITIVE_INFINITY;
  if (kind === 'letters' && !isWhole(text, start, end, between)) return Number.POSITIVE_INFINITY;
  const isYear = /^(?:19|20)\d\d$/.test(code) || isDate(code);
  if (isYear && !(isRight && (isAfter || isSaid)) && !(isSaid && rest.length < 25))
    return Number.POSITIVE_INFINITY;
  const sentences = between.split(SENTENCE_END).length - 1;
  const numbers = (between.match(/\d+|\uFFFC+/g) ?? []).length;
  const unlike = { digits: isAfter || isSaid ? 0 : 5, groups: 3, mixed: isSender ? 4 : 3, letters: 20 }[kind];
  return (
    rest.length + 40 * sentences + 10 * numbers + unlike - (isSaid && !isSender ? 15 : 0) + (isYear ? 5 : 0)
  );
}

/** Whether letters are the whole of what is said about a code, and not the first word of a sentence in capital letters. */
function isWhole(text: string, start: number, end: number, between: string): boolean {
  const isQuoted = /["'“„«[(*]$/.test(text.slice(0, start));
  const isSaid = /[:：=]|(?<!\p{L})(?:is|ist|est|es)(?!\p{L})/u.test(between);
  const word = text.slice(start, end);
  if (/^(?:stop|help|start|never|expired?|invalid|below|here|sent|none|null|code|please|secret)$/.test(word))
    return false;
  return isQuoted || (isSaid && /^(?:\s*$|[.!,;]|\s*\n)/.test(text.slice(end)));
}

/** Eight digits that are a day, such as 12052026 or 20260512. */
export function isDate(code: string): boolean {
  return /^(?:(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:19|20)\d\d|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))$/.test(
    code,
  );
}
