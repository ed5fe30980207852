import { type Candidate, candidatesIn, NOT_A_CODE, withoutOtherNumbers } from './code-candidates.ts';
import { distance, isDate, linkOf, SENTENCE_END, type Span } from './code-distance.ts';
import {
  CODE_WORDS,
  LINKING_WORDS,
  OFFER,
  OTHER_CODES,
  PURPOSE_WORDS,
  REPLY_AFTER,
  REPLY_BEFORE,
  THING_WORDS,
  THINGS_BEFORE,
  UNITS_AFTER,
} from './code-words.ts';
import { plainText } from './plain-text.ts';

/** Characters of a text that are read. No text message is longer. */
const LONGEST_TEXT = 2_000;

/** The last line of a text for browsers (WebOTP, and Apple's form of it), such as `@example.com #482913`. */
const FOR_BROWSERS = /(?:^|\n)@[\w.-]+ #(\S{4,})(?: [@%]\S+)*\s*$/;

/**
 * Returns the one-time code, PIN or one-time password in a text; undefined if it has none. Digits of every script are
 * returned as ASCII digits, without the spaces or hyphens between groups: `482 913`, `482-913` and `G-482913` are `482913`. A
 * code with letters, such as `AB12-CD34`, stays as it is.
 *
 * The number nearest to a word such as "code" or "PIN" is the code, in the languages of {@link CODE_WORDS}. Numbers with another
 * meaning are not codes: amounts, dates, times, phone numbers, addresses, and the numbers of orders, parcels, flights,
 * cards and the like. Without such a word, a number beside a word such as "verify" or "log in" is one, or a number that is
 * almost the whole text. EMU-19.
 *
 * @example
 * ```ts
 * oneTimeCodeIn('Shop 2026: your code is 482 913'); // '482913'
 * oneTimeCodeIn('Your parcel 482913 arrives at 10:30'); // undefined
 * ```
 */
export function oneTimeCodeIn(text: string): string | undefined {
  const plain = plainText(text.slice(0, LONGEST_TEXT));
  const forBrowsers = FOR_BROWSERS.exec(plain)?.[1];
  if (forBrowsers !== undefined) return withoutGroups(forBrowsers);
  const masked = withoutOtherNumbers(plain);
  const lower = masked.toLowerCase();
  const others = spansOf(OTHER_CODES, lower);
  const names = spansOf(CODE_WORDS, lower).filter((span) => !others.some((other) => overlaps(span, other)));
  const purposes = spansOf(PURPOSE_WORDS, lower);
  const reading: Reading = { text: lower, names, purposes, others };
  const candidates = candidatesIn(masked).filter((candidate) => !isOfAnother(candidate, reading));
  const found = names.length > 0 ? nearestTo(names, candidates, reading) : withoutName(candidates, reading);
  return found === undefined || isOffer(found, plain.toLowerCase(), purposes) ? undefined : found.code;
}

/** Whether a code is one for everyone, such as that of a discount. */
function isOffer({ start, end, kind }: Candidate, text: string, purposes: readonly Span[]): boolean {
  if (purposes.length > 0 || /(?<!\p{L})(?:otp|pin|password)(?!\p{L})/u.test(text)) return false;
  const before = text.slice(0, start).split(SENTENCE_END).at(-1) ?? '';
  const after = text.slice(end).split(SENTENCE_END)[0] ?? '';
  return OFFER.test(kind === 'digits' ? `${before} ${after}` : text);
}

/** A text in lowercase, and where its words are. */
interface Reading {
  readonly text: string;
  /** Names of one-time codes. */
  readonly names: readonly Span[];
  readonly purposes: readonly Span[];
  /** Names of other codes. */
  readonly others: readonly Span[];
}

function spansOf(pattern: RegExp, text: string): Span[] {
  return [...text.matchAll(pattern)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));
}

function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && a.end > b.start;
}

function withoutGroups(code: string): string {
  return /^\d+(?:[-–]\d+)+$/.test(code) ? code.replaceAll(/\D/g, '') : code;
}

/** What comes before an amount without a currency. */
const AMOUNT_OF =
  /(?:payment|transfer|purchase|amount|transaction|loan|sum|deposit|withdrawal|donation|limit|donate|pay|paid) (?:of )?$/u;

/** What comes before a time without a colon. */
const TIME_BEFORE =
  /(?<!\p{L})(?:at|until|till|by|before|after|from|um|ab|bis|gegen|kl\.?|klo|om|alle|as) $/u;

/** Whether a number belongs to a thing, is an amount, or is the number that texts are sent to. */
function isOfAnother(
  { start, end, code, kind }: Candidate,
  { text, names, purposes, others }: Reading,
): boolean {
  const after = text.slice(end, end + 40);
  const before = text.slice(Math.max(0, start - 80), start);
  // In "Reply with code YES4", the word is an answer, which is the same for everyone.
  if (kind !== 'digits') return REPLY_AFTER.test(after) || isAnswer(names, before, text, start);
  if (UNITS_AFTER.test(after)) return true;
  const clause = before.split(SENTENCE_END).at(-1)?.split(NOT_A_CODE).at(-1) ?? '';
  const from = start - clause.length;
  const isIn = (span: Span) => span.start >= from && span.end <= start;
  if (others.some((other) => isIn(other) && linkOf(text.slice(other.end, start)) !== undefined)) return true;
  if (
    /(?<!\p{L})(?:sent|send|sms|text|reply|forward|skicka|sende|senden|antworten|envoyez|repondez|envia|responde|envie|responda|invia|rispondi|stuur|antwoord|svara|svar|wyslij)(?!\p{L}).*(?<!\p{L})(?:to|an|au|al|til|till|para|naar) (?:number |no\.? |nr\.? )?$/su.test(
      clause,
    )
  )
    return true;
  if (AMOUNT_OF.test(clause) || (/^(?:[01]\d|2[0-3])[0-5]\d$/.test(code) && TIME_BEFORE.test(clause)))
    return true;
  // In "the code for your account: 482913", the colon ends what the code is for.
  if (/[:：]\s*["“„»[(*]?$/u.test(clause) && [...names, ...purposes].some(isIn)) return false;
  if (THINGS_BEFORE.test(clause) || /(?<!\p{L})(?:for|fur|pour|para|per|voor|till?) #$/u.test(clause))
    return true;
  const words = clause.match(/[\p{L}\p{M}]+(?:\/[\p{L}]+)?|\d+/gu) ?? [];
  for (const word of words.toReversed()) {
    if (/\d/.test(word) || isName(word, text, names, from)) return false;
    if (THING_WORDS.test(word) || word === 'a/c' || word === '№') return true;
    // Airlines have two letters.
    if (!LINKING_WORDS.test(word) && !/^[a-z]{1,2}$/.test(word)) return false;
  }
  return false;
}

/** Whether the text asks to send a word with a name such as "code", like "JOIN22" in "Text the code JOIN22 to 60777". */
function isAnswer(names: readonly Span[], before: string, text: string, start: number): boolean {
  const name = names.findLast(({ end }) => end <= start);
  if (name === undefined || linkOf(text.slice(name.end, start)) === undefined) return false;
  return REPLY_BEFORE.test(before.slice(0, Math.max(0, before.length - (start - name.start))));
}

/** Whether a word of a clause is a part of the name of a code, such as "number" in "verification number". */
function isName(word: string, text: string, names: readonly Span[], from: number): boolean {
  return names.some(({ start, end }) => start >= from && text.slice(start, end).split(' ').includes(word));
}

function nearestTo(
  names: readonly Span[],
  candidates: readonly Candidate[],
  { text }: Reading,
): Candidate | undefined {
  let nearest: Candidate | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const before = names.findLast(({ end }) => end <= candidate.start);
    const after = names.find(({ start }) => start >= candidate.end);
    for (const name of [before, after]) {
      const length = name === undefined ? Number.POSITIVE_INFINITY : distance(candidate, name, text);
      if (length < least) [nearest, least] = [candidate, length];
    }
  }
  return nearest;
}

/** A text without a name of a code: a number with its purpose, or a number and hardly anything else. */
function withoutName(all: readonly Candidate[], { text, purposes }: Reading): Candidate | undefined {
  const candidates = all.filter(
    ({ kind, code }) => kind === 'digits' && !/^(?:19|20)\d\d$/.test(code) && !isDate(code),
  );
  const [only, ...more] = candidates;
  if (only === undefined || more.length > 0) return undefined;
  const before = text.slice(0, only.start);
  const after = text.slice(only.end);
  const words = `${before} ${after}`.match(/[\p{L}\p{M}]+|\uFFFC+/gu) ?? [];
  if (words.length <= 2) return only;
  const isSaid =
    /(?:^|[:：]|(?<!\p{L})(?:use|enter|type|with|input|gib|(?:geben sie )?bitte|geben sie|eingeben|verwenden sie|verwende|nutzen sie|nutze|benutzen sie|mit|avec|utilisez|saisissez|entrez|usa|utiliza|introduce|ingresa|con|digite|use|inserisci|com|ange|med|indtast|brug|angi|bruk|syota|gebruik|voer|toets|met|wpisz|uzyj|zadejte|pouzijte|введите|используите|أدخل|استخدم|दर्ज करें|请输入|输入))["'“„«\s[(*【]*$/u.test(
      before,
    );
  return purposes.length > 0 &&
    (isSaid ||
      /^\s*[^\p{L}]*(?:to|is|for|um|pour|para|per|for att|for a|для|来|으로|로)(?!\p{L})/u.test(after))
    ? only
    : undefined;
}
