import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** A body that may have been sent, and how it differs from the one received. */
export type Suspect = readonly [difference: string, bytes: Buffer];

/** Rewrites the text of a body. */
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

/** How the JSON writers of other languages spell what JavaScript's spells in another way. */
const DIALECTS: Readonly<Record<string, Rewrite>> = {
  'its slashes escaped (\\/), as PHP does': slashes,
  'characters beyond ASCII escaped (\\u00e9), as Python does': escaped(beyondAscii),
  'characters beyond ASCII escaped in capitals (\\u00E9)': escaped(beyondAscii, true),
  'slashes and characters beyond ASCII escaped, as PHP does': (text) => escaped(beyondAscii)(slashes(text)),
  '<, > and & escaped (\\u003c), as Go does': escaped(/[<>&\u2028\u2029]/g),
  'quotes, signs of HTML and characters beyond ASCII escaped, as .NET does': escaped(
    /[<>&'+`\u0080-\uffff]/g,
    true,
  ),
};

/** What else parsers, proxies and editors do to a text. */
const REWRITES: Readonly<Record<string, Rewrite>> = {
  'a byte order mark in front': (text) => `\ufeff${text}`,
  'a line break at its end': (text) => `${text}\n`,
  'a line break of Windows at its end': (text) => `${text}\r\n`,
  'no white space at its ends': (text) => text.trim(),
  'line breaks of Windows': (text) => text.replaceAll(/\r?\n/g, '\r\n'),
  'line breaks of Unix': (text) => text.replaceAll('\r\n', '\n'),
  'plain slashes': (text) => text.replaceAll('\\/', '/'),
  'characters in the place of \\u escapes': (text) =>
    text.replaceAll(/\\u([\da-f]{4})/gi, (whole, digits: string) =>
      digits < '0080' ? whole : String.fromCharCode(Number.parseInt(digits, 16)),
    ),
  'what JSON.stringify makes of it': serialized(),
  'an indent of two spaces': serialized(2),
  'an indent of four spaces': serialized(4),
  'an indent of tabs': serialized('\t'),
  'a space after commas and colons': (text) => spaced(serialized()(text)),
  'a space after commas and colons, and characters beyond ASCII escaped, as Python does': (text) =>
    spaced(escaped(beyondAscii)(serialized()(text))),
  'a plus where a form decoder has put a space before a number': (text) => text.replaceAll(/" (?=\d)/g, '"+'),
  'percent escapes decoded': (text) => decodeURIComponent(text),
  'form encoding undone': (text) => decodeURIComponent(text.replaceAll('+', ' ')),
  'entities of HTML decoded': (text) =>
    text.replaceAll(/&(?:quot|#0?39|apos|lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? "'"),
  'added backslashes removed': (text) => text.replaceAll(/\\(["'\\])/g, '$1'),
  'the quotes and escapes of a JSON string around it removed': (text) => String(JSON.parse(text) as string),
  'its accents composed (NFC)': (text) => text.normalize('NFC'),
  'its accents apart (NFD)': (text) => text.normalize('NFD'),
};

const ENTITIES: Readonly<Record<string, string>> = { '&quot;': '"', '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** What happens to bytes rather than to text. */
const RECODINGS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'its byte order mark removed': (bytes) => (bytes[0] === 0xef ? bytes.subarray(3) : bytes),
  'its bytes not taken for Latin-1': (bytes) => Buffer.from(onlyLatin1(bytes.toString('utf8')), 'latin1'),
  'its bytes not taken for Windows-1252': (bytes) => toWindows1252(bytes.toString('utf8')),
  'UTF-8 in the place of Latin-1': (bytes) => Buffer.from(bytes.toString('latin1'), 'utf8'),
  'UTF-8 in the place of UTF-16': (bytes) =>
    Buffer.from(bytes.toString('utf16le').replace(/^\ufeff/, ''), 'utf8'),
  'its base64 decoded': (bytes) => Buffer.from(bytes.toString('latin1'), 'base64'),
  'gzip undone': (bytes) => gunzipSync(bytes),
  'deflate undone': (bytes) => inflateSync(bytes),
  'Brotli undone': (bytes) => brotliDecompressSync(bytes),
};

/**
 * The bodies of which the one received may have been made by what commonly stands between the service and a receiver:
 * parsers that serialise again, decoders, proxies, editors.
 *
 * @param received - The body as received.
 */
export function* suspectsOf(received: Buffer): Generator<Suspect, void> {
  const text = received.toString('utf8');
  const rewrites = { ...REWRITES, ...DIALECTS };
  for (const [difference, recode] of Object.entries(RECODINGS))
    yield* attempt(difference, received, () => recode(received));
  for (const [difference, rewrite] of Object.entries(rewrites))
    yield* attempt(difference, received, () => Buffer.from(rewrite(text), 'utf8'));
  // A body that was parsed and written again by JavaScript has lost how another language writes.
  for (const [difference, rewrite] of Object.entries(DIALECTS))
    yield* attempt(`${difference}, in one line`, received, () =>
      Buffer.from(rewrite(serialized()(text)), 'utf8'),
    );
}

/** Nothing that fails or changes nothing was done to this body. */
function* attempt(difference: string, received: Buffer, undo: () => Buffer): Generator<Suspect, void> {
  try {
    const bytes = undo();
    if (!bytes.equals(received)) yield [difference, bytes];
  } catch {
    // Not JSON, not compressed, not encoded in this way.
  }
}

/** Node decodes it and does not encode it. */
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
