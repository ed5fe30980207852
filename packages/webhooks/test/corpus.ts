const utf8 = (text: string) => new TextEncoder().encode(text);

/**
 * A payload in the formats of many languages: two spaces, four, tabs, CRLF, spaces around colons, after commas only.
 */
const conventions: Record<string, string> = {
  'JavaScript, two spaces':
    '{\n  "a": 1,\n  "list": [\n    1,\n    2\n  ],\n  "none": {},\n  "b c": " d  e "\n}',
  'JavaScript, tabs': '{\n\t"a": 1,\n\t"list": [\n\t\t1,\n\t\t2\n\t]\n}',
  'Python, separators with a space': '{"a": 1, "list": [1, 2.0, 1e-07], "text": "caf\\u00e9", "none": null}',
  'Python, indent=4 without sorting': '{\n    "b": 1,\n    "a": [\n        true,\n        false\n    ]\n}\n',
  'PHP, JSON_PRETTY_PRINT':
    '{\n    "url": "https:\\/\\/example.com\\/a",\n    "empty": [],\n    "object": {}\n}',
  'PHP, compact': '{"url":"https:\\/\\/example.com\\/a","text":"\\u20ac"}',
  'Go, MarshalIndent': '{\n\t"html": "\\u003cb\\u003e \\u0026 more",\n\t"n": 1.5e+21\n}',
  'Go, Encoder with a newline': '{"html":"\\u003cb\\u003e"}\n',
  '.NET, WriteIndented on Windows': '{\r\n  "a": "\\u0027quoted\\u0027",\r\n  "b": [\r\n    1\r\n  ]\r\n}',
  'Java, Jackson': '{\r\n  "a" : 1,\r\n  "list" : [ 1, 2 ],\r\n  "empty" : { }\r\n}',
  'Ruby, pretty_generate': '{\n  "a": 1,\n  "empty": [\n\n  ]\n}',
};

/** Bodies that a verifier rejects if it parses and serializes them again. */
const awkward: Record<string, string> = {
  'integer-like keys out of order': '{"10":"a","2":"b","1":"c"}',
  'integer-like keys in between': '{"b":1,"7":2,"a":3}',
  'duplicate keys': '{"a":1,"a":2,"a":1}',
  'keys that differ by escape only': '{"a":1,"\\u0061":2}',
  'a __proto__ key': '{"__proto__":{"mo_uuid":1},"constructor":2}',
  'a trailing zero': '{"price":100.00}',
  'an exponent': '{"n":[1e3,1E+3,1.0e-3]}',
  'minus zero': '{"n":[-0,-0.0]}',
  'integers beyond 2^53': '{"n":[9007199254740993,12345678901234567890,-9223372036854775808]}',
  'a number beyond every double': '{"n":[1e400,-1e400,1e-400]}',
  'many digits': '{"n":0.1000000000000000055511151231257827}',
  'escaped slashes': '{"url":"http:\\/\\/example.com"}',
  'escapes in lower and upper case': '{"t":"\\u00e9\\u00E9\\u003c\\u003C"}',
  'escapes that need none': '{"t":"\\u0041\\u0022\\u005c\\b\\f"}',
  'lone surrogates, escaped': '{"t":["\\ud83d","\\udc4b\\ud83d"]}',
  'a surrogate pair, escaped': '{"t":"\\ud83d\\udc4b"}',
  'text in several scripts': '{"t":"Ünïcödé Ελληνικά русский 日本語 👋🏽"}',
  'line and paragraph separators': '{"t":"\u2028\u2029"}',
  'no-break spaces and other white space of Unicode in strings':
    '{"t":"\u00a0\u3000\u2003\u0085\u200b\ufeff"}',
  'a no-break space between escapes': '{"t":"\\t\u00a0\\n"}',
  'white space within strings': '{"t":"  a  b  ","u":" "}',
  'quotes and backslashes at the ends of strings': '{"a":"\\\\","b":"\\"","c":"\\\\\\"","d":" \\\\ "}',
  'a string of what looks like JSON': '{"t":"{ \\"a\\" : [ 1 , 2 ] }"}',
  'a byte order mark': '\ufeff{"a":1}',
  'a byte order mark and white space': '\ufeff { "a" : 1 } ',
  'an empty object': '{}',
  'an empty object with white space inside': ' { \n } ',
  'a list at the top': '[ {"a":1}, [], "x" ]',
  'a string at the top': '"just text"',
  'a number at the top': ' 42 ',
  'null at the top': 'null',
  'one long string': `{"t":"${'lorem ipsum '.repeat(40)}"}`,
  'white space only between everything':
    '\t\r\n { \t\r\n "a" \t\r\n : \t\r\n [ \t\r\n 1 \t\r\n ] \t\r\n } \t\r\n ',
};

/** Bytes that are not UTF-8, inside a string: a cut sequence, an overlong one, a surrogate, Latin-1. */
const notUtf8: Record<string, readonly number[]> = {
  'a cut sequence': [0xe2, 0x82],
  'an overlong sequence': [0xc0, 0xaf],
  'a surrogate in UTF-8': [0xed, 0xa0, 0x80],
  'Latin-1': [0xe9, 0x20, 0xe8],
};

/** A body as it arrives. */
export interface CorpusBody {
  readonly title: string;
  readonly bytes: Uint8Array;
}

/** Bodies small enough to change every byte of. */
export const corpus: readonly CorpusBody[] = [
  ...Object.entries({ ...conventions, ...awkward }).map(([title, text]) => ({ title, bytes: utf8(text) })),
  ...Object.entries(notUtf8).map(([title, bytes]) => ({
    title: `invalid UTF-8: ${title}`,
    bytes: Uint8Array.from([...utf8('{"t": "'), ...bytes, ...utf8('"}')]),
  })),
];

/** Bodies whose size is the difficulty. */
export const largeCorpus: readonly CorpusBody[] = [
  { title: 'lists nested 300,000 deep', bytes: utf8('['.repeat(300_000) + ']'.repeat(300_000)) },
  {
    title: 'objects nested 100,000 deep',
    bytes: utf8(`${'{ "a" : '.repeat(100_000)}1${' }'.repeat(100_000)}`),
  },
  { title: 'a megabyte of white space', bytes: utf8(`{${' \t\r\n'.repeat(250_000)}}`) },
  { title: 'half a megabyte of backslashes', bytes: utf8(`{"t": "${'\\\\'.repeat(250_000)}"}`) },
];

/** Strips insignificant white space by a regular expression: slow, but obvious, and not the code under test. */
export function stripped(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes).toString('latin1');
  const kept = text.replace(
    /("(?:[^"\\]|\\[\s\S])*(?:"|\\?$))|[ \t\r\n]+/g,
    (_all, string?: string) => string ?? '',
  );
  return Buffer.from(kept, 'latin1');
}
