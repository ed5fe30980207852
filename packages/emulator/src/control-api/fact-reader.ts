import type { Core } from '../runtime/core/core.ts';
import type { Journal, JournalEntry, JournalReader } from '../runtime/core/journal.ts';
import { clockData, factData } from '../service/events.ts';

/** The output of a stream of events. */
export interface EventSink {
  /** Writes. Returns false if the reader has not read everything yet; a callback reports when it has. */
  write(chunk: string): boolean;
  /** Ends the stream after what was written. */
  end(): void;
}

/** How much is written between two checks whether the reader keeps up, in characters. */
const CHUNK_LENGTH = 32_768;

/** A movement of the clock, and its place among the facts. */
interface ClockMovement {
  /** The history it belongs to. */
  readonly origin: Journal['origin'];
  /** The last fact before it. */
  readonly afterSeq: number;
  readonly event: string;
}

/**
 * How many movements of the clock wait for a reader. An advance visits some thousands of instants between two turns of the event
 * loop, and a reader reads in these turns only.
 */
const MOST_MOVEMENTS = 20_000;

/**
 * A reader of facts and movements of the clock: a position in the journal, from which it continues whenever it has read
 * everything that was written.
 */
export class FactReader implements JournalReader {
  readonly #journal: Journal;
  readonly #sink: EventSink;
  #origin: Journal['origin'];
  #seq: number;
  /** The movements of the clock that are not written yet. */
  #movements: ClockMovement[] = [];
  #isWaiting = true;
  #isPlanned = false;
  #isOver = false;
  readonly #stops: readonly (() => void)[];

  /** @param since - The number of the last fact it has seen; undefined for new facts only. */
  constructor(core: Core, sink: EventSink, since: number | undefined) {
    const { journal } = core;
    this.#journal = journal;
    this.#sink = sink;
    this.#origin = journal.origin;
    this.#seq = since ?? journal.seq;
    // The requested facts are no longer kept, or belong to a history that was replaced.
    if (!(this.#seq <= journal.seq && this.#seq >= journal.oldestSeq - 1)) {
      this.#seq = journal.oldestSeq - 1;
      sink.write(lagged(since, this.#seq + 1));
    }
    this.#stops = [
      journal.listen(() => this.#plan()),
      core.onMove((instant) => {
        const event = `event: clock\ndata: ${JSON.stringify(clockData(core, instant))}\n\n`;
        this.#movements.push({ origin: journal.origin, afterSeq: journal.seq, event });
        this.#plan();
      }),
      journal.keepFor(this),
    ];
    this.#look();
  }

  /** The number of the last fact that was written. */
  get position(): number {
    return this.#seq;
  }

  /** Whether it has taken everything that was written. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /** Continues after it has read everything. */
  resume(): void {
    this.#isWaiting = true;
    this.#look();
  }

  /** Ends the reading. */
  stop(): void {
    this.#isWaiting = false;
    this.#isOver = true;
    for (const stop of this.#stops) stop();
  }

  /** It looks once for all facts of a turn. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
      this.#look();
    });
  }

  /** Writes the pending events, as long as the reader takes them. */
  #look(): void {
    if (this.#isOver) return;
    const journal = this.#journal;
    if (this.#origin !== journal.origin) {
      this.#origin = journal.origin;
      this.#seq = journal.origin.seq;
    }
    if (this.#seq < journal.oldestSeq - 1 || this.#movements.length > MOST_MOVEMENTS) {
      this.stop();
      this.#sink.write(lagged(this.#seq, journal.oldestSeq));
      this.#sink.end();
      return;
    }
    while (this.#isWaiting && (this.#seq < journal.seq || this.#movements.length > 0))
      this.#isWaiting = this.#sink.write(this.#chunk());
  }

  /** The next events, in order. */
  #chunk(): string {
    let chunk = '';
    while (chunk.length < CHUNK_LENGTH) {
      const [movement] = this.#movements;
      if (movement !== undefined && this.#isDue(movement)) {
        chunk += movement.event;
        this.#movements.shift();
      } else if (this.#seq < this.#journal.seq)
        chunk += toEvent(this.#journal.entry(++this.#seq) as JournalEntry);
      else break;
    }
    return chunk;
  }

  /** Whether no fact comes before a movement of the clock. */
  #isDue({ origin, afterSeq }: ClockMovement): boolean {
    return origin !== this.#journal.origin || afterSeq <= this.#seq;
  }
}

/** The reader has missed facts: those between the last it has seen and the next that is kept. */
function lagged(last: number | undefined, next: number): string {
  const data = { last: Number.isInteger(last) ? last : null, next };
  return `event: lagged\ndata: ${JSON.stringify(data)}\n\n`;
}

function toEvent(entry: JournalEntry): string {
  return `id: ${entry.seq}\nevent: fact\ndata: ${JSON.stringify(factData(entry))}\n\n`;
}
