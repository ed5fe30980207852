import type { Ids } from '../../domain/state/transaction.ts';

/** The position of a source of identifiers: four 32-bit words. */
export type IdsState = readonly [number, number, number, number];

/**
 * Identifiers and random numbers from a seed, by xoshiro128**: it is small and fast, and a snapshot can contain its
 * position. Nothing here is secret; API keys of an emulator only have to differ.
 */
export class SeededIds implements Ids {
  readonly #words = new Uint32Array(4);
  readonly #marked = new Uint32Array(4);
  readonly #bytes = new Uint8Array(16);
  readonly #view = new DataView(this.#bytes.buffer);

  readonly #serviceNumber: number;

  /**
   * @param start - A seed, or the position to continue from.
   * @param serviceNumber - Makes API keys different from those of other services with the same seed; 0 does not change
   * them.
   * @param streams - Numbers that select one of many sequences of the same seed; zeros select the first one.
   */
  constructor(start: number | IdsState, serviceNumber = 0, streams: readonly number[] = []) {
    this.#serviceNumber = serviceNumber;
    if (typeof start === 'number') this.#seed(start);
    else this.#words.set(start);
    for (const [place, stream] of streams.entries()) if (stream !== 0) this.#mix(stream, place + 1);
  }

  uuid(): string {
    const bytes = this.#sixteenBytes();
    bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
    return writeUuid(bytes);
  }

  uuids(count: number): string[] {
    return Array.from({ length: count }, () => this.uuid());
  }

  apiKey(): string {
    const bytes = this.#sixteenBytes();
    this.#view.setUint32(0, this.#view.getUint32(0) ^ this.#serviceNumber);
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  below(bound: number): number {
    return Math.floor((this.#next() / 2 ** 32) * bound);
  }

  fork(): SeededIds {
    const [a, b, c, d] = this.state();
    return new SeededIds(
      [a ^ 0x9e3779b9, b ^ 0x7f4a7c15, c ^ 0xf39cc060, d ^ 0x5cedc834],
      this.#serviceNumber,
    );
  }

  /** Records this position for {@link rewind}. */
  mark(): void {
    this.#marked.set(this.#words);
  }

  /** Returns to the recorded position, as if nothing had been generated since. */
  rewind(): void {
    this.#words.set(this.#marked);
  }

  /** Its current position. */
  state(): IdsState {
    const [a = 0, b = 0, c = 0, d = 0] = this.#words;
    return [a, b, c, d];
  }

  #sixteenBytes(): Uint8Array {
    for (let offset = 0; offset < 16; offset += 4) this.#view.setUint32(offset, this.#next());
    return this.#bytes;
  }

  #next(): number {
    const words = this.#words as unknown as [number, number, number, number];
    const result = Math.imul(rotate(Math.imul(words[1], 5), 7), 9) >>> 0;
    const shifted = words[1] << 9;
    words[2] ^= words[0];
    words[3] ^= words[1];
    words[1] ^= words[2];
    words[0] ^= words[3];
    words[2] ^= shifted;
    words[3] = rotate(words[3], 11);
    return result;
  }

  /** SplitMix32: neighboring seeds start far apart, and no seed gives the all-zero state that never changes. */
  #seed(seed: number): void {
    this.#words.set(splitMix(seed >>> 0));
  }

  /**
   * Moves to a sequence of its own. Each round of outputs is read before the next word changes, so the words depend on
   * each other.
   */
  #mix(stream: number, place: number): void {
    for (const [index, word] of splitMix(Math.imul(stream, 0x85ebca6b) ^ place).entries()) {
      this.#words[index] = (this.#words[index] as number) ^ word ^ this.#next();
    }
    if (this.#words.every((word) => word === 0)) this.#words[0] = 1;
    for (let round = 0; round < 8; round++) this.#next();
  }
}

function splitMix(start: number): number[] {
  let state = start >>> 0;
  return Array.from({ length: 4 }, () => {
    state = (state + 0x9e3779b9) >>> 0;
    let word = state;
    word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return (word ^ (word >>> 15)) >>> 0;
  });
}

const HYPHEN = 0x2d;
/** The position of the first digit of each byte. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34] as const;
const DIGITS = new TextEncoder().encode('0123456789abcdef');

/** The characters of one identifier, written over and over. */
const characters = Array.from({ length: 36 }, () => HYPHEN);

/**
 * Two of these are written for each message and kept: joining pieces with `+` would take three times as long, and the
 * engine would only join them when the text is first used.
 */
function writeUuid(bytes: Uint8Array): string {
  for (let index = 0; index < 16; index++) {
    const place = PLACES[index] as number;
    const byte = bytes[index] as number;
    characters[place] = DIGITS[byte >> 4] as number;
    characters[place + 1] = DIGITS[byte & 15] as number;
  }
  return String.fromCharCode.apply(undefined, characters);
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
