/**
 * Which parts of a document are split: lists into their entries, objects into their members. All others are passed on
 * whole.
 */
export interface Shape {
  readonly [name: string]: 'list' | Shape;
}

/** Receives the parts of a document. Names are those of members, joined by dots. */
export interface Sink {
  /** The beginning of a list or an object that is split. */
  enter(name: string): void;
  /** A part, with its position if it is an entry of a list. */
  take(name: string, value: unknown, position: number | undefined): void;
}

/** A text that is not JSON, or not the expected JSON. */
export class JsonFault extends Error {}

/** Larger parts are refused, because each is kept in memory as a whole and parsed without a pause. */
const MOST_CHARACTERS = 32 * 1024 * 1024;
const MOST_VALUES = 500_000;
/** Parts that are nested deeper are refused, because deep nesting takes a parser seconds. */
const MOST_DEPTH = 32;

interface Frame {
  readonly name: string;
  /** The state of the members; undefined for a list. */
  readonly shape: Shape | undefined;
  readonly names: Set<string>;
  member: string;
  position: number;
}

type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end' | 'nothing';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const isOpening = (code: number) => code === 0x7b || code === 0x5b;
const isClosing = (code: number) => code === 0x7d || code === 0x5d;
const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/**
 * Splits a large JSON document while its text arrives in pieces of any size. It finds only where entries begin and end;
 * `JSON.parse` reads each, which is several times as fast as reading every token here.
 */
export class JsonEntries {
  readonly #shape: Shape;
  readonly #sink: Sink;
  readonly #frames: Frame[] = [];
  #expected: Expected = 'value';
  #seen = 0;
  // The part that is being gathered: its text so far, and where the scan is in it.
  #pieces: string[] | undefined;
  #characters = 0;
  #values = 0;
  #depth = 0;
  #kind: 'text' | 'nested' | 'plain' = 'plain';
  #inText = false;
  #escaped = false;

  constructor(shape: Shape, sink: Sink) {
    this.#shape = shape;
    this.#sink = sink;
  }

  /** Reads the next piece of the text. */
  write(text: string): void {
    let index = 0;
    while (index < text.length) {
      index = this.#pieces === undefined ? this.#structure(text, index) : this.#gather(text, index);
    }
    this.#seen += text.length;
  }

  /** Ends the text. */
  end(): void {
    // A number or a word that is the whole document ends with the text.
    if (this.#pieces !== undefined && this.#frames.length === 0) this.#gather(' ', 0);
    if (this.#expected === 'nothing') return;
    throw new JsonFault(`it ends after ${this.#seen} characters, before the document is complete`);
  }

  /** Reads one character between parts, or begins a part. */
  #structure(text: string, index: number): number {
    const code = text.charCodeAt(index);
    if (isSpace(code)) return index + 1;
    const frame = this.#frames.at(-1);
    switch (this.#expected) {
      case 'value or end':
      case 'name or end':
        if (isClosing(code)) return this.#close(text, index);
        return this.#begin(text, index, frame);
      case 'value':
      case 'name':
        return this.#begin(text, index, frame);
      case 'colon':
        if (text[index] !== ':') throw this.#unexpected(text, index);
        this.#expected = 'value';
        return index + 1;
      case 'comma or end':
        if (isClosing(code)) return this.#close(text, index);
        if (code !== COMMA) throw this.#unexpected(text, index);
        this.#expected = frame?.shape === undefined ? 'value' : 'name';
        return index + 1;
      case 'nothing':
        throw this.#unexpected(text, index);
    }
  }

  #begin(text: string, index: number, frame: Frame | undefined): number {
    const code = text.charCodeAt(index);
    const isName = this.#expected.startsWith('name');
    if (isName && code !== QUOTE) throw this.#unexpected(text, index);
    const inside = isName ? undefined : this.#shapeAt(frame);
    if (inside === 'list' && text[index] === '[') {
      this.#open(undefined);
      return index + 1;
    }
    if (typeof inside === 'object' && text[index] === '{') {
      this.#open(inside);
      return index + 1;
    }
    if (code === COMMA || isClosing(code) || text[index] === ':') throw this.#unexpected(text, index);
    this.#pieces = [];
    this.#characters = 0;
    this.#values = 0;
    this.#depth = 0;
    this.#inText = false;
    this.#escaped = false;
    this.#kind = code === QUOTE ? 'text' : isOpening(code) ? 'nested' : 'plain';
    return index;
  }

  #shapeAt(frame: Frame | undefined): 'list' | Shape | undefined {
    if (frame === undefined) return this.#shape;
    return frame.shape !== undefined && Object.hasOwn(frame.shape, frame.member)
      ? frame.shape[frame.member]
      : undefined;
  }

  #open(shape: Shape | undefined): void {
    const name = this.#place();
    this.#sink.enter(name);
    this.#frames.push({ name, shape, names: new Set(), member: '', position: 0 });
    this.#expected = shape === undefined ? 'value or end' : 'name or end';
  }

  #close(text: string, index: number): number {
    const frame = this.#frames.pop();
    const mark = frame?.shape === undefined ? ']' : '}';
    if (text[index] !== mark) throw this.#unexpected(text, index);
    this.#next();
    return index + 1;
  }

  #next(): void {
    this.#expected = this.#frames.length === 0 ? 'nothing' : 'comma or end';
  }

  /** The name of the next value. */
  #place(): string {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return '';
    if (frame.shape === undefined) return frame.name;
    return frame.name === '' ? frame.member : `${frame.name}.${frame.member}`;
  }

  /** Scans for the end of a part. */
  #gather(text: string, start: number): number {
    const end = this.#endOf(text, start);
    const piece = text.slice(start, end ?? text.length);
    this.#characters += piece.length;
    if (this.#characters > MOST_CHARACTERS)
      throw new JsonFault(`${this.#place()} has a part of more than ${MOST_CHARACTERS} characters`);
    (this.#pieces as string[]).push(piece);
    if (end === undefined) return text.length;
    this.#finish((this.#pieces as string[]).join(''));
    return end;
  }

  #endOf(text: string, start: number): number | undefined {
    if (this.#kind === 'plain') return endOfPlain(text, start);
    for (let index = start; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false;
        else if (code === BACKSLASH) this.#escaped = true;
        else if (code === QUOTE) {
          this.#inText = false;
          if (this.#depth === 0) return index + 1;
        }
      } else if (code === QUOTE) this.#inText = true;
      else if (code === COMMA) this.#count();
      else if (isOpening(code)) this.#descend();
      else if (isClosing(code) && --this.#depth === 0) return index + 1;
    }
    return undefined;
  }

  #count(): void {
    if (++this.#values > MOST_VALUES)
      throw new JsonFault(`${this.#place()} has a part of more than ${MOST_VALUES} values`);
  }

  #descend(): void {
    if (++this.#depth > MOST_DEPTH)
      throw new JsonFault(`${this.#place()} is nested more than ${MOST_DEPTH} levels deep`);
  }

  #finish(text: string): void {
    this.#pieces = undefined;
    const value = this.#parse(text);
    const frame = this.#frames.at(-1);
    if (this.#expected.startsWith('name')) this.#name(frame as Frame, value as string);
    else {
      const isEntry = frame !== undefined && frame.shape === undefined;
      this.#sink.take(this.#place(), value, isEntry ? frame.position++ : undefined);
      this.#next();
    }
  }

  #parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new JsonFault(`${this.#place() || 'the document'}: ${(error as Error).message}`);
    }
  }

  #name(frame: Frame, name: string): void {
    if (frame.names.has(name)) throw new JsonFault(`the member ${JSON.stringify(name)} occurs twice`);
    frame.names.add(name);
    frame.member = name;
    this.#expected = 'colon';
  }

  #unexpected(text: string, index: number): JsonFault {
    const found = JSON.stringify(String.fromCodePoint(text.codePointAt(index) as number));
    return new JsonFault(
      `unexpected ${found} at character ${this.#seen + index}, instead of ${this.#expected}`,
    );
  }
}

/** Numbers, `true`, `false` and `null` end where something else begins. */
function endOfPlain(text: string, start: number): number | undefined {
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === COMMA || isClosing(code) || isSpace(code)) return index;
  }
  return undefined;
}
