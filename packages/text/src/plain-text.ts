/** Letters that Unicode does not take apart. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  ı: 'i',
  Ø: 'O',
  Æ: 'AE',
  Œ: 'OE',
  Ł: 'L',
  Đ: 'D',
};

/**
 * Returns a text with digits, letters and spaces in their plain form: `４８２９１３` and `٤٨٢٩١٣` are `482913`, and accents and
 * invisible characters are gone. Letters keep their case.
 */
export function plainText(text: string): string {
  return asciiDigits(text.replaceAll(/\p{Cf}/gu, ''))
    .replaceAll(/[\uFF21-\uFF3A\uFF41-\uFF5A]/g, (letter) => letter.normalize('NFKC'))
    .replaceAll(/[øæœłđßıØÆŒŁĐ]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/[\p{Zs}\t\v\f]+/gu, ' ')
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]+/g, '')
    .normalize('NFC');
}

/** Returns a text in which the decimal digits of every script are those of ASCII. */
export function asciiDigits(text: string): string {
  return text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => String(valueOf(digit)));
}

/** The value of a decimal digit of any script: the ten digits of a script follow each other, and the first one is 0. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}
