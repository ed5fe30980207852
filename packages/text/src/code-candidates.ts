/** A part of a text that can be a code. */
export interface Candidate {
  readonly start: number;
  readonly end: number;
  /** The code as a user types it. */
  readonly code: string;
  /** `digits`, or what is a code only right beside a word that says so: uneven groups of digits, or something with letters. */
  readonly kind: 'digits' | 'groups' | 'mixed' | 'letters';
}

/** A character in place of a part that is not a code. It ends the search for words around a number. */
export const NOT_A_CODE = '\uFFFC';

const CURRENCY = String.raw`[£$€¥₹₽₺₩₫₪₴₦₱฿￥￡]`;
const CURRENCY_NAME = String.raw`(?:usd|eur|euros?|gbp|inr|rs|rupees?|sek|nok|dkk|kr|pln|zl|czk|kc|rub|tl|chf|jpy|cny|rmb|krw|aed|sar|brl|r\$|mxn|aud|cad|nzd|ngn|kes|ksh|idr|rp|myr|rm|sgd|thb|vnd|zar|huf|ron|lei|egp|pkr|bdt|dollars?|pounds?)`;
const AMOUNT = String.raw`(?:\d{1,3}(?:[ .,']\d{3})+|\d+)(?:[.,]\d{1,2})?(?!\d)`;
const MONTH = String.raw`\p{L}{3,12}\.?`;
const YEAR = String.raw`(?:19|20)\d\d(?!\d)`;
/** No letter or digit of a script with spaces before or after. */
const START = String.raw`(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_])`;
const END = String.raw`(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_])`;

/** Parts of a text whose digits are not a code: addresses, amounts, dates, times, phone numbers and masked numbers. */
const OTHER_NUMBERS: readonly RegExp[] = [
  String.raw`https?:\/\/[^\s<>）」】]+|www\.\S+`,
  String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`,
  String.raw`(?<![\w.])[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:\/[^\s<>）」】]*)?(?![\w])`,
  // The line by which Android finds the app of a text.
  String.raw`\n[A-Za-z0-9+/]{11}\s*$`,
  String.raw`[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}`,
  String.raw`${CURRENCY} ?${AMOUNT}|${AMOUNT} ?${CURRENCY}`,
  String.raw`(?<!\p{L})${CURRENCY_NAME}\.? ?${AMOUNT}|(?<![\d-])${AMOUNT} ?(?:${CURRENCY_NAME}|руб\p{L}*|грн|р\.)(?!\p{L})`,
  String.raw`(?<!\d)${AMOUNT} ?(?:[%‰٪]|円|元|원|ريال|درهم|جنيه|دينار|रुपये|रुपए|रु\.?|บาท)`,
  // Dates.
  String.raw`(?<!\d)\d{4}([-/.])\d{1,2}\1\d{1,2}(?!\d)`,
  String.raw`(?<!\d)(?:0?[1-9]|[12]\d|3[01])([-/.])(?:0?[1-9]|[12]\d|3[01])\1 ?(?:${YEAR}|\d\d(?!\d))`,
  String.raw`(?<!\d)\d{1,2}(?:st|nd|rd|th|er|º)?\.? (?:de |of )?${MONTH},? (?:de |of )?${YEAR}`,
  String.raw`(?<!\p{L})(?:jan|feb|mar|apr|may|mai|jun|jul|aug|sep|okt|oct|nov|dec|dez)\p{L}*\.? (?:\d{1,2}(?:st|nd|rd|th)?,? )?${YEAR}`,
  String.raw`\d{2,4} ?[年년](?: ?\d{1,2} ?[月월])?(?: ?\d{1,2} ?[日일])?|\d{1,2} ?[月월] ?\d{1,2} ?[日일]`,
  // Times.
  String.raw`(?<!\d)\d{1,2}(?:[:：h]\d{2}){1,2}(?!\d)(?: ?[ap]\.?m\b)?|(?<!\d)\d{1,4} ?(?:[ap]\.?m|uhr|hrs|h)(?![\p{L}\d])|(?<!\d)[0-2]\d[0-5]\d-[0-2]\d[0-5]\d(?= ?(?:uhr|hrs|h|on|am)(?!\p{L}))`,
  // Addresses of machines, versions, amounts without a currency.
  String.raw`\d+(?:\.\d+){2,}|(?<![\d.,])\d{1,3}(?:[.,']\d{3})+(?:[.,]\d{1,2})?(?![\d])|(?<![\d.,])\d{1,5}[.,]\d{1,2}(?![\d])`,
  // Phone numbers that begin with a plus, and numbers that only show their end.
  String.raw`[+＋]\(?\d[\d ().-]{5,18}\d`,
  String.raw`(?:[*•●xX·]{2,}|…|\.{3}|(?<![*\w])\*(?=\d{2,5}(?!\d))(?![\d ‑–-]*[*#]))[ -]?\d+`,
].map((source) => new RegExp(source, 'giu'));

/** Beginnings of numbers of papers, which are written like `G-482913`. */
const PAPERS = /^(?:INV|ORD|REF|PO|SO|RMA|TKT|PKG|NO|NR|ID|SKU|TRK|RE|CN|AWB|MRN)$/;

/** Replaces the numbers that cannot be codes, because of their form, by {@link NOT_A_CODE}. */
export function withoutOtherNumbers(text: string): string {
  return OTHER_NUMBERS.reduce(
    (rest, pattern) => rest.replaceAll(pattern, (part) => NOT_A_CODE.repeat(part.length)),
    text,
  );
}

const PREFIXED = new RegExp(String.raw`(?<![\p{L}\p{N}_-])([A-Z]{1,3})-(\d{4,8})(?![\p{L}\p{N}_-])`, 'gu');
/** A code that a hyphen joins to its name, as in `OTP-482913`. */
const NAMED =
  /(?<![\p{L}\p{N}_-])((?:otp|pin|tan|tac|code|kod|pass(?:code|word))-)(\d{4,8})(?![\p{L}\p{N}_-])/giu;
const NUMBERS = new RegExp(String.raw`${START}\d+(?:(?: ?[-–‑—] ?| )\d+)*${END}`, 'gu');
const MIXED = new RegExp(
  String.raw`${START}(?<!-)(?=[A-Za-z-]*\d)(?=[\d-]*[A-Za-z])[A-Za-z0-9]{3,10}(?:-[A-Za-z0-9]{3,6})*(?!-)${END}(?![@#$%&*!]\S)`,
  'gu',
);
const LETTERS = new RegExp(String.raw`${START}(?:[A-Z]{4,8}|[A-Z]{3,6}-[A-Z]{3,6})${END}(?!-)`, 'gu');

/** The parts of a text of {@link withoutOtherNumbers} that can be codes, in their order. */
export function candidatesIn(text: string): Candidate[] {
  const found: Candidate[] = [];
  const add = (start: number, whole: string, code: string, kind: Candidate['kind']) => {
    const end = start + whole.length;
    if (!found.some((other) => start < other.end && end > other.start))
      found.push({ start, end, code, kind });
  };
  for (const { 1: name = '', 2: code = '', index } of text.matchAll(NAMED))
    add(index + name.length, code, code, 'digits');
  for (const { 0: whole, 1: prefix = '', 2: code = '', index } of text.matchAll(PREFIXED))
    if (!PAPERS.test(prefix)) add(index, whole, code, 'digits');
  for (const { 0: whole, index } of text.matchAll(NUMBERS)) {
    for (const { at, length, code } of numbersOf(whole))
      add(index + at, whole.slice(at, at + length), code, 'digits');
    const code = whole.replaceAll('-', '');
    // Shelf, row and number of a pickup box, such as 3-2-4829.
    if (/^\d{4,8}$/.test(code)) add(index, whole, code, 'groups');
  }
  for (const { 0: whole, index } of text.matchAll(MIXED)) {
    const length = whole.replaceAll('-', '').length;
    if (length >= 4 && length <= 16) add(index, whole, whole, 'mixed');
  }
  for (const { 0: whole, index } of text.matchAll(LETTERS)) add(index, whole, whole, 'letters');
  return found.toSorted((a, b) => a.start - b.start);
}

/** The codes in groups of digits: one code of groups of equal length, or codes that stand beside each other. */
function numbersOf(written: string): { at: number; length: number; code: string }[] {
  const groups = [...written.matchAll(/\d+/g)];
  const lengths = groups.map(([group]) => group.length);
  const digits = lengths.reduce((sum, length) => sum + length, 0);
  const [first = 0] = lengths;
  const isOne = first <= 4 && lengths.every((length) => length === first);
  if (isOne && digits >= 4 && digits <= 8)
    return [{ at: 0, length: written.length, code: written.replaceAll(/\D/g, '') }];
  const single = groups
    .filter(([group]) => group.length >= 4 && group.length <= 8)
    .map(({ 0: code, index }) => ({ at: index, length: code.length, code }));
  if (groups.length === 1) return single;
  // Groups of other lengths are a phone number or the like, unless small numbers stand beside one code.
  const areSmall = groups.filter(([group]) => group.length > 2).length === 1;
  const areApart = / /.test(written) && !/[-–‑—]/.test(written) && !written.startsWith('0');
  return areApart && (areSmall || digits < 9 || first >= 6) ? single : [];
}
