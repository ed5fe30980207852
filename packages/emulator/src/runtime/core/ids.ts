import { xoroshiro128plus, xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import { v4 } from 'uuid';
import type { Ids } from '../../domain/state/transaction.ts';

/** The position of a source of identifiers: four 32-bit words, with sign. */
export type IdsState = readonly [number, number, number, number];

type Generator = ReturnType<typeof xoroshiro128plus>;

/**
 * Identifiers and random numbers from a seed. A snapshot can contain its position. Nothing here is secret; API keys of an
 * emulator only have to differ.
 */
export class SeededIds implements Ids {
  #generator: Generator;
  #marked: Generator;
  readonly #serviceNumber: number;
  /** The numbers of one identifier; each replaces those before it. */
  readonly #words = new Int32Array(4);
  readonly #bytes = new Uint8Array(this.#words.buffer);

  /**
   * @param start - A seed, or the position to continue from.
   * @param serviceNumber - Makes API keys different from those of other services with the same seed; 0 does not change
   * them.
   * @param streams - Numbers that select one of many sequences of the same seed; zeros select the first one.
   */
  constructor(start: number | IdsState, serviceNumber = 0, streams: readonly number[] = []) {
    this.#serviceNumber = serviceNumber;
    this.#generator = typeof start === 'number' ? xoroshiro128plus(start) : generatorAt(start);
    this.#marked = this.#generator;
    // Neighboring seeds begin with similar numbers. A jump takes them far apart.
    if (typeof start === 'number') this.#generator.jump();
    for (const [place, stream] of streams.entries()) if (stream !== 0) this.#branch(stream, place + 1);
  }

  uuid(): string {
    return v4({ random: this.#sixteenBytes() });
  }

  apiKey(): string {
    const bytes = this.#sixteenBytes();
    const view = new DataView(bytes.buffer);
    view.setUint32(0, view.getUint32(0) ^ this.#serviceNumber);
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  below(bound: number): number {
    return Math.floor(((this.#next() >>> 0) / 2 ** 32) * bound);
  }

  fork(): SeededIds {
    const fork = new SeededIds(this.state(), this.#serviceNumber);
    fork.#branch(FORK, 0);
    return fork;
  }

  /** Records this position for {@link rewind}. */
  mark(): void {
    this.#marked = this.#generator.clone();
  }

  /** Returns to the recorded position, as if nothing had been generated since. */
  rewind(): void {
    this.#generator = this.#marked;
  }

  /** Its current position. */
  state(): IdsState {
    return this.#generator.getState() as IdsState;
  }

  /** Moves to a sequence of its own: another position for each pair of numbers, far from all others. */
  #branch(stream: number, place: number): void {
    const [a, b, c, d] = this.state();
    this.#generator = generatorAt([a ^ stream, b ^ place, c, d]);
    this.#generator.jump();
  }

  #sixteenBytes(): Uint8Array<ArrayBuffer> {
    for (let index = 0; index < 4; index++) this.#words[index] = this.#next();
    return this.#bytes;
  }

  #next(): number {
    return this.#generator.next();
  }
}

/** At a position of zeros, the generator would return zeros forever. No other position leads there. */
function generatorAt(position: IdsState): Generator {
  return xoroshiro128plusFromState(position.some((word) => word !== 0) ? position : [1, 0, 0, 0]);
}

/** The sequence of dry runs. */
const FORK = 0x9e3779b9;
