import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** A body that may have been sent, and how it differs from the received one. */
export type PossibleOriginal = readonly [difference: string, bytes: Buffer];

/** Changes the text of a body. */
type Rewrite = (text: string) => string;

const escapesOf = (unit: string, isUpper: boolean) => {
  const digits = unit.charCodeAt(0).toString(16).padStart(4, '0');
  return `\\u${isUpper ? digits.toUpperCase() : digits}`;
};
const escaped =
  (units: RegExp, isUpper = false): Rewrite =>
  (text) =>
    text.replace(/"(?:[^"\\]|\\.)*"/g, (string) => string.replace(units, (unit) => escapesOf(unit, isUpper)));

const slashes: Rewrite = (text) => text.replaceAll(/(?<!\\)\//g, '\\/');
const beyondAscii = /[\u0080-\uffff]/g;
const spaced: Rewrite = (text) =>
  text.replace(/"(?:[^"\\]|\\.)*"|[,:]/g, (part) => (part.length === 1 ? `${part} ` : part));
const serialized =
  (indent?: number | string): Rewrite =>
  (text) =>
    JSON.stringify(JSON.parse(text), null, indent);

/** How JSON serializers of other languages write a text differently from JavaScript's. */
const DIALECTS: Readonly<Record<string, Rewrite>> = {
  'escaped slashes (\\/), as PHP writes them': slashes,
  'escaped non-ASCII characters (\\u00e9), as Python writes them': escaped(beyondAscii),
  'escaped non-ASCII characters in upper case (\\u00E9)': escaped(beyondAscii, true),
  'escaped slashes and non-ASCII characters, as PHP writes them': (text) =>
    escaped(beyondAscii)(slashes(text)),
  'escaped <, > and & (\\u003c), as Go writes them': escaped(/[<>&\u2028\u2029]/g),
  'escaped quotes, HTML characters and non-ASCII characters, as .NET writes them': escaped(
    /[<>&'+`\u0080-\uffff]/g,
    true,
  ),
};

/** The reverse of other changes that parsers, proxies and editors make to a text. */
const REWRITES: Readonly<Record<string, Rewrite>> = {
  'a byte order mark in front': (text) => `\ufeff${text}`,
  'a line break at the end': (text) => `${text}\n`,
  'a Windows line break at the end': (text) => `${text}\r\n`,
  'no whitespace at the ends': (text) => text.trim(),
  'Windows line breaks': (text) => text.replaceAll(/\r?\n/g, '\r\n'),
  'Unix line breaks': (text) => text.replaceAll('\r\n', '\n'),
  'unescaped slashes': (text) => text.replaceAll('\\/', '/'),
  'characters instead of \\u escapes': (text) =>
    text.replaceAll(/\\u([\da-f]{4})/gi, (whole, digits: string) =>
      digits < '0080' ? whole : String.fromCharCode(Number.parseInt(digits, 16)),
    ),
  'the output of JSON.stringify as its text': serialized(),
  'an indent of two spaces': serialized(2),
  'an indent of four spaces': serialized(4),
  'an indent of tabs': serialized('\t'),
  'a space after commas and colons': (text) => spaced(serialized()(text)),
  'a space after commas and colons, and escaped non-ASCII characters, as Python writes them': (text) =>
    spaced(escaped(beyondAscii)(serialized()(text))),
  'a plus where a form decoder put a space before a number': (text) => text.replaceAll(/" (?=\d)/g, '"+'),
  'decoded percent escapes': (text) => decodeURIComponent(text),
  'decoded form encoding': (text) => decodeURIComponent(text.replaceAll('+', ' ')),
  'decoded HTML entities': (text) =>
    text.replaceAll(/&(?:quot|#0?39|apos|lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? "'"),
  'its added backslashes removed': (text) => text.replaceAll(/\\(["'\\])/g, '$1'),
  'the quotes and escapes of a JSON string removed': (text) => String(JSON.parse(text) as string),
  'composed accents (NFC)': (text) => text.normalize('NFC'),
  'decomposed accents (NFD)': (text) => text.normalize('NFD'),
};

const ENTITIES: Readonly<Record<string, string>> = { '&quot;': '"', '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** The reverse of changes to the bytes. */
const RECODINGS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'its byte order mark removed': (bytes) => (bytes[0] === 0xef ? bytes.subarray(3) : bytes),
  'its bytes not read as Latin-1': (bytes) => Buffer.from(onlyLatin1(bytes.toString('utf8')), 'latin1'),
  'its bytes not read as Windows-1252': (bytes) => toWindows1252(bytes.toString('utf8')),
  'UTF-8 instead of Latin-1': (bytes) => Buffer.from(bytes.toString('latin1'), 'utf8'),
  'UTF-8 instead of UTF-16': (bytes) => Buffer.from(bytes.toString('utf16le').replace(/^\ufeff/, ''), 'utf8'),
  'its base64 decoded': (bytes) => Buffer.from(bytes.toString('latin1'), 'base64'),
  'decompressed gzip': (bytes) => gunzipSync(bytes),
  'decompressed deflate': (bytes) => inflateSync(bytes),
  'decompressed Brotli': (bytes) => brotliDecompressSync(bytes),
};

/**
 * Generates the bodies from which software between the service and a receiver may have made the received one: parsers that
 * serialize again, decoders, proxies, editors.
 *
 * @param received - The body as received.
 */
export function* possibleOriginals(received: Buffer): Generator<PossibleOriginal, void> {
  const text = received.toString('utf8');
  const rewrites = { ...REWRITES, ...DIALECTS };
  for (const [difference, recode] of Object.entries(RECODINGS))
    yield* attempt(difference, received, () => recode(received));
  for (const [difference, rewrite] of Object.entries(rewrites))
    yield* attempt(difference, received, () => Buffer.from(rewrite(text), 'utf8'));
  // A body that JavaScript has parsed and serialized again has lost the style of another language.
  for (const [difference, rewrite] of Object.entries(DIALECTS))
    yield* attempt(`${difference}, in one line`, received, () =>
      Buffer.from(rewrite(serialized()(text)), 'utf8'),
    );
}

/** Skips changes that fail or have no effect, because they cannot have happened to this body. */
function* attempt(
  difference: string,
  received: Buffer,
  revert: () => Buffer,
): Generator<PossibleOriginal, void> {
  try {
    const bytes = revert();
    if (!bytes.equals(received)) yield [difference, bytes];
  } catch {
    // The body is not JSON, not compressed, or not encoded in this way.
  }
}

/** Encodes text as Windows-1252, which Node can only decode. */
function toWindows1252(text: string): Buffer {
  const characters = new TextDecoder('windows-1252').decode(
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
  );
  const bytes = Array.from(text, (character) => characters.indexOf(character));
  if (bytes.includes(-1)) throw new RangeError('not Windows-1252');
  return Buffer.from(bytes);
}

function onlyLatin1(text: string): string {
  if (/[\u0100-\uffff]/.test(text)) throw new RangeError('not Latin-1');
  return text;
}
