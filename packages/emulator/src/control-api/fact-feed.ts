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

/** Movements of the clock that are kept for readers that have not read them yet: as many as the journal keeps facts by default. */
const MOST_MOVEMENTS = 10_000;

/**
 * The movements of the clock among the facts of a journal, and its readers. Nothing is kept while there are none.
 */
export class FactFeed {
  readonly journal: Journal;
  readonly #core: Core;
  #movements: ClockMovement[] = [];
  #movementsDropped = 0;
  readonly #readers = new Set<FactReader>();
  #isPlanned = false;
  #stop: (() => void) | undefined;

  constructor(core: Core) {
    this.#core = core;
    this.journal = core.journal;
  }

  /** The number of movements of the clock so far. */
  get movementCount(): number {
    return this.#movementsDropped + this.#movements.length;
  }

  /** Whether the movement with a number, and all after it, are kept. */
  keepsMovement(number: number): boolean {
    return number >= this.#movementsDropped;
  }

  /** The movement with a number, from 0. */
  movement(number: number): ClockMovement | undefined {
    return this.#movements[number - this.#movementsDropped];
  }

  /** Notifies a reader of new facts from now on. */
  add(reader: FactReader): void {
    this.#readers.add(reader);
    this.#stop ??= this.#observe();
  }

  /** Stops notifying a reader. */
  delete(reader: FactReader): void {
    this.#readers.delete(reader);
    if (this.#readers.size > 0) return;
    this.#stop?.();
    this.#stop = undefined;
    this.#movementsDropped += this.#movements.length;
    this.#movements = [];
  }

  /** Facts and movements are observed while there are readers. */
  #observe(): () => void {
    const stops = [
      this.journal.listen(() => this.#plan()),
      this.#core.onMove((instant) => {
        const { origin, seq } = this.journal;
        const event = `event: clock\ndata: ${JSON.stringify(clockData(this.#core, instant))}\n\n`;
        this.#movements.push({ origin, afterSeq: seq, event });
        if (this.#movements.length > 2 * MOST_MOVEMENTS) {
          this.#movementsDropped += MOST_MOVEMENTS;
          this.#movements = this.#movements.slice(MOST_MOVEMENTS);
        }
        this.#plan();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Readers are notified once for all facts of a turn. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
      for (const reader of this.#readers) reader.look();
    });
  }
}

const FEEDS = new WeakMap<Core, FactFeed>();

/** The feed of a service. */
export function factFeed(core: Core): FactFeed {
  const feed = FEEDS.get(core) ?? new FactFeed(core);
  FEEDS.set(core, feed);
  return feed;
}

/**
 * A reader of facts: a position in the journal, from which it continues whenever it has read everything that was
 * written.
 */
export class FactReader implements JournalReader {
  readonly #feed: FactFeed;
  readonly #sink: EventSink;
  #origin: Journal['origin'];
  #seq: number;
  /** The number of the next movement of the clock to write. */
  #movement: number;
  #isWaiting = true;
  readonly #forget: () => void;

  /** @param since - The number of the last fact it has seen; undefined for new facts only. */
  constructor(feed: FactFeed, sink: EventSink, since: number | undefined) {
    const { journal } = feed;
    this.#feed = feed;
    this.#sink = sink;
    this.#origin = journal.origin;
    this.#seq = since ?? journal.seq;
    this.#movement = feed.movementCount;
    // The requested facts are no longer kept, or belong to a history that was replaced.
    if (!(this.#seq <= journal.seq && this.#seq >= journal.oldestSeq - 1)) {
      this.#seq = journal.oldestSeq - 1;
      sink.write(lagged(since, this.#seq + 1));
    }
    feed.add(this);
    this.#forget = journal.keepFor(this);
    this.look();
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
    this.look();
  }

  /** Writes the pending events, as long as the reader takes them. */
  look(): void {
    const { journal } = this.#feed;
    if (this.#origin !== journal.origin) {
      this.#origin = journal.origin;
      this.#seq = journal.origin.seq;
    }
    if (this.#seq < journal.oldestSeq - 1 || !this.#feed.keepsMovement(this.#movement)) {
      this.stop();
      this.#sink.write(lagged(this.#seq, journal.oldestSeq));
      this.#sink.end();
      return;
    }
    while (this.#isWaiting && (this.#seq < journal.seq || this.#movement < this.#feed.movementCount))
      this.#writeChunk(journal);
  }

  /** The next movement of the clock, if no fact comes before it. */
  #dueMovement(journal: Journal): ClockMovement | undefined {
    const movement = this.#feed.movement(this.#movement);
    if (movement === undefined) return undefined;
    return movement.origin !== journal.origin || movement.afterSeq <= this.#seq ? movement : undefined;
  }

  /** Ends the reading. */
  stop(): void {
    this.#isWaiting = false;
    this.#forget();
    this.#feed.delete(this);
  }

  #writeChunk(journal: Journal): void {
    let chunk = '';
    while (chunk.length < CHUNK_LENGTH) {
      const movement = this.#dueMovement(journal);
      if (movement !== undefined) {
        chunk += movement.event;
        this.#movement++;
        continue;
      }
      if (this.#seq >= journal.seq) break;
      chunk += toEvent(journal.entry(this.#seq + 1) as JournalEntry);
      this.#seq++;
    }
    this.#isWaiting = this.#sink.write(chunk);
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
