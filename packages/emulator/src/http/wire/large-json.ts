import { Rejection } from '../../domain/state/rejection.ts';
import type { Scan } from '../../domain/views/scan.ts';
import { invalidRequest } from './decode.ts';
import { endOfString } from './json-strings.ts';

/** The limits of a whole body; see decisions/requests.md. */
export const MOST_LEVELS = 64;
const MOST_VALUES = 1_000_000;
const MOST_CONTAINERS = 250_000;

/** The limits of a part that is parsed in one step: an entry of a list, or the body without its lists. */
const MOST_MEMBERS = 10_000;
const MOST_CHARACTERS = 4 * 1024 * 1024;

/** Entries are parsed together up to this size, in characters or members, which takes a few milliseconds at most. */
const CHARACTERS_PER_STEP = 64 * 1024;
const MEMBERS_PER_STEP = 1_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const SPACE = 0x20;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;

/** The counts of a part; white space does not count. */
interface Part {
  members: number;
  characters: number;
}

/** The list that is being read. */
interface OpenList {
  readonly values: unknown[];
  /** Where the entries begin that are not parsed yet. */
  from: number;
  /** Members of the entries that are not parsed yet. */
  members: number;
}

/**
 * Reads a large JSON body in steps; other calls can be served in between. `JSON.parse` cannot be interrupted, and takes
 * a second for ten megabytes of objects that all differ in their members. Therefore the lists that are members of the
 * body are parsed a few entries at a time, and in the rest of the body each list is replaced by a number.
 *
 * @throws Rejection when the text is not JSON, or exceeds a limit.
 */
export function* readLargeJson(text: string): Scan<unknown> {
  const reader = new LargeJson(text);
  let pauseAt = 0;
  for (let at = 0; at < text.length; at = reader.next(at)) {
    if (at < pauseAt) continue;
    pauseAt = at + CHARACTERS_PER_STEP;
    yield;
  }
  yield;
  return reader.end();
}

class LargeJson {
  readonly #text: string;
  readonly #lists: unknown[][] = [];
  /** The text outside of the lists, up to {@link #restFrom}. */
  #rest = '';
  #restFrom = 0;
  #list: OpenList | undefined;
  #hasMembers = false;
  #levels = 0;
  #values = 0;
  #containers = 0;
  readonly #restPart: Part = { members: 0, characters: 0 };
  #part = this.#restPart;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads a character or a string, and returns where the next one is. */
  next(at: number): number {
    const code = this.#text.charCodeAt(at);
    if (code <= SPACE) return at + 1;
    const part = this.#part;
    if (code === QUOTE) {
      const end = endOfString(this.#text, at, at + MOST_CHARACTERS) + 1;
      part.characters += end - at;
      if (part.characters > MOST_CHARACTERS) throw this.#tooMuch(MOST_CHARACTERS, 'characters');
      return end;
    }
    if (++part.characters > MOST_CHARACTERS) throw this.#tooMuch(MOST_CHARACTERS, 'characters');
    if (code === COMMA) this.#comma(at);
    else if (code === COLON) this.#member();
    // `[` and `{`, and `]` and `}`, differ in this bit only; no other character shares the rest.
    else if ((code | 0x20) === OPENING_BRACE) this.#open(code, at);
    else if ((code | 0x20) === 0x7d) this.#close(at);
    return at + 1;
  }

  /** The value of the whole text. */
  end(): unknown {
    const value = parse(this.#rest + this.#text.slice(this.#restFrom));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const members = value as Record<string, unknown>;
    // Each list of the body was replaced by a list that contains its number.
    for (const [name, member] of Object.entries(members))
      if (Array.isArray(member)) members[name] = this.#lists[member[0] as number];
    return members;
  }

  #member(): void {
    if (++this.#part.members > MOST_MEMBERS) throw this.#tooMuch(MOST_MEMBERS, 'members');
  }

  #comma(at: number): void {
    this.#count();
    const list = this.#list;
    if (list === undefined || this.#levels !== 2) return;
    list.members += this.#part.members;
    this.#part = { members: 0, characters: 0 };
    if (at - list.from >= CHARACTERS_PER_STEP || list.members >= MEMBERS_PER_STEP)
      this.#parseEntries(list, at);
  }

  #open(code: number, at: number): void {
    this.#count();
    if (++this.#containers > MOST_CONTAINERS) throw tooMuch(MOST_CONTAINERS, 'objects and arrays');
    if (++this.#levels > MOST_LEVELS) throw tooDeep();
    if (this.#levels === 1) this.#hasMembers = code === OPENING_BRACE;
    if (this.#levels !== 2 || code !== OPENING_BRACKET || !this.#hasMembers) return;
    this.#rest += this.#text.slice(this.#restFrom, at + 1);
    this.#list = { values: [], from: at + 1, members: 0 };
    this.#part = { members: 0, characters: 0 };
  }

  #close(at: number): void {
    if (this.#levels-- !== 2 || this.#list === undefined) return;
    this.#parseEntries(this.#list, at);
    this.#rest += String(this.#lists.push(this.#list.values) - 1);
    this.#restFrom = at;
    this.#list = undefined;
    this.#part = this.#restPart;
  }

  #parseEntries(list: OpenList, end: number): void {
    const entries = parse(`[${this.#text.slice(list.from, end)}]`, list.from - 1) as unknown[];
    // A comma, or a bracket, where an entry should be.
    if (entries.length === 0 && (this.#text.charCodeAt(end) === COMMA || list.values.length > 0))
      throw notJson(`Unexpected token '${this.#text[end]}' at position ${end}`);
    for (const entry of entries) list.values.push(entry);
    list.from = end + 1;
    list.members = 0;
  }

  #count(): void {
    if (++this.#values > MOST_VALUES) throw tooMuch(MOST_VALUES, 'values');
  }

  #tooMuch(most: number, what: string): Rejection {
    return this.#list === undefined
      ? tooMuch(most, `${what} outside of its lists`)
      : tooMuch(most, `${what} in one entry of a list`);
  }
}

/**
 * Parses a piece of a text.
 *
 * @param start - The position of the piece in the text; undefined if the positions in messages have no meaning.
 */
function parse(piece: string, start?: number): unknown {
  try {
    return JSON.parse(piece);
  } catch (error) {
    const { message } = error as Error;
    throw notJson(
      message.replace(/ at position (\d+)(?: \(line \d+ column \d+\))?/, (_, position) =>
        start === undefined ? '' : ` at position ${start + Number(position)}`,
      ),
    );
  }
}

/** The refusal of a text that is not JSON. */
export function notJson(problem: string): Rejection {
  return new Rejection('invalid_json', `The body is not JSON: ${problem}`);
}

/** The refusal of a text that is nested too deep. */
export function tooDeep(): Rejection {
  return new Rejection('invalid_json', `The body is nested more than ${MOST_LEVELS} levels deep.`);
}

function tooMuch(most: number, what: string): Rejection {
  return invalidRequest([{ path: '', message: `has more than ${most.toLocaleString('en')} ${what}` }]);
}
