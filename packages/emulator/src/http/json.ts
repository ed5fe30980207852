import { Rejection } from '../domain/rejection.ts';
import { invalidRequest } from './decode.ts';
import { MAX_BODY_BYTES, NOT_UTF8 } from './message.ts';

/**
 * What a JSON body may hold. `JSON.parse` and everything after it block the process in proportion to these, and not to
 * the bytes: ten megabytes of text are read in 20 ms, ten megabytes of brackets in a second. See decisions/json-limits.md.
 */
const MOST_LEVELS = 64;
const MOST_VALUES = 1_000_000;
const MOST_CONTAINERS = 250_000;
const MOST_NAMES = 10_000;

/** Shorter texts cannot hold enough values to matter: only their depth is checked. */
const SHORT = 64 * 1024;

/** Reads a JSON body; a byte order mark before it is passed over, as `Response.text()` does. */
export function parseJson(body: string): unknown {
  if (body === '') throw new Rejection('invalid_json', 'The request has no body; it needs a JSON object.');
  if (body.startsWith(NOT_UTF8))
    throw new Rejection('invalid_json', 'The body is not UTF-8, which JSON must be.');
  const text = body.charCodeAt(0) === 0xfeff ? body.slice(1) : body;
  if (text.length > MOST_LEVELS) checkShape(text);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Rejection('invalid_json', `The body is not JSON: ${(error as Error).message}`);
  }
}

/**
 * Reads a JSON body of the control API. Lists and maps with free member names would drop `__proto__` without a word, so
 * it is looked for wherever it can be.
 */
export function parseControlJson(body: string): unknown {
  const value = parseJson(body);
  const path = /__proto__|\\u/.test(body) ? pathOfProto(value) : undefined;
  if (path !== undefined) throw invalidRequest([{ path: path.join('.'), message: 'is not a known field' }]);
  return value;
}

/** Where a member is called `__proto__`; the depth of the value is limited already. */
function pathOfProto(value: unknown): string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, '__proto__')) return ['__proto__'];
  for (const [name, member] of Object.entries(value)) {
    const below = pathOfProto(member);
    if (below !== undefined) return [name, ...below];
  }
  return undefined;
}

/** What has been counted of a text so far. */
interface Shape {
  levels: number;
  containers: number;
  values: number;
  /** The names of members as they are written; undefined where they are not counted. */
  readonly names: Set<string> | undefined;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** Refuses a text that is nested too deep or holds too much, before anything is made of it. */
function checkShape(text: string): void {
  // Only a snapshot is longer than the bodies of all other calls, and it may hold what the emulator held.
  const counted = text.length > SHORT && text.length <= MAX_BODY_BYTES;
  const shape: Shape = { levels: 0, containers: 0, values: 0, names: counted ? new Set() : undefined };
  let nameStart = 0;
  let nameEnd = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      nameStart = at;
      at = nameEnd = endOfString(text, at);
    } else if (code === COLON) shape.names?.add(text.slice(nameStart, nameEnd));
    else if (code === COMMA) shape.values++;
    // `[` and `{`, and `]` and `}`, differ in this bit only; no other character shares the rest.
    else if ((code | 0x20) === 0x7b) open(shape);
    else if ((code | 0x20) === 0x7d) shape.levels--;
    else continue;
    if (counted && code !== QUOTE) checkCounts(shape);
  }
}

function open(shape: Shape): void {
  shape.containers++;
  shape.values++;
  if (++shape.levels > MOST_LEVELS) {
    throw new Rejection('invalid_json', `The body is nested more than ${MOST_LEVELS} levels deep.`);
  }
}

function checkCounts({ values, containers, names }: Shape): void {
  if (values > MOST_VALUES) throw tooMuch(MOST_VALUES, 'values');
  if (containers > MOST_CONTAINERS) throw tooMuch(MOST_CONTAINERS, 'objects and arrays');
  if (names !== undefined && names.size > MOST_NAMES) throw tooMuch(MOST_NAMES, 'different member names');
}

function tooMuch(most: number, what: string): Rejection {
  return invalidRequest([{ path: '', message: `holds more than ${most.toLocaleString('en')} ${what}` }]);
}

/** Beyond this many characters of a string the native search is faster than a look at each. */
const LONG_STRING = 64;

/** The position of the quote that ends a string which starts at a quote, or the end of the text. */
export function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    for (const until = at + LONG_STRING; at < until && at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) return at;
      if (code === BACKSLASH) at++;
    }
    const quote = text.indexOf('"', at);
    if (quote === -1) break;
    if (!isEscaped(text, at, quote)) return quote;
    // Where one quote is escaped, more may follow, and a native search for each would take seconds.
    at = quote + 1;
  }
  return text.length;
}

/** A quote is escaped by an odd number of backslashes before it. */
function isEscaped(text: string, from: number, quote: number): boolean {
  let before = quote;
  while (before > from && text.charCodeAt(before - 1) === BACKSLASH) before--;
  return (quote - before) % 2 === 1;
}
