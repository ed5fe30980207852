import type { Fact } from '../domain/state/facts.ts';
import type { Core } from '../runtime/core/core.ts';
import type { Journal, JournalEntry, JournalReader } from '../runtime/core/journal.ts';
import { clockData, factData } from '../service/events.ts';

/** The output of a stream of events. */
export interface EventSink {
  /** Writes. Returns false if the reader has not read everything yet; a callback reports when it has. */
  write(chunk: string | Uint8Array): boolean;
  /** Ends the stream after what was written. */
  end(): void;
}

/** How much is written between two checks whether the reader keeps up, in characters. */
const CHUNK_LENGTH = 32_768;

/** Texts kept for readers that follow shortly, in characters. */
const KEPT_LENGTH = 4 << 20;

/** A movement of the clock, and its place among the facts. */
interface ClockMovement {
  /** The history it belongs to. */
  readonly origin: Journal['origin'];
  /** The last fact before it. */
  readonly afterSeq: number;
  readonly event: string;
}

/** Movements of the clock that are kept for readers that follow shortly. */
const MOST_MOVEMENTS = 10_000;

/**
 * The facts of a journal and the movements of the clock as events: each is serialized once for all readers, and not at
 * all while there are none.
 */
export class FactFeed {
  readonly journal: Journal;
  readonly #core: Core;
  #movements: ClockMovement[] = [];
  #movementsDropped = 0;
  readonly #readers = new Set<FactReader>();
  /** By fact, because the journal makes an entry for each reader. */
  readonly #texts = new Map<Fact, string | Uint8Array>();
  #kept = 0;
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
    this.#stop ??= this.#follow();
  }

  /** Stops notifying a reader. */
  delete(reader: FactReader): void {
    this.#readers.delete(reader);
    if (this.#readers.size > 0) return;
    this.#stop?.();
    this.#stop = undefined;
    this.#texts.clear();
    this.#kept = 0;
    this.#movementsDropped += this.#movements.length;
    this.#movements = [];
  }

  /** Facts and movements are followed while there are readers. */
  #follow(): () => void {
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

  /** An entry as an event. A large one is encoded here, so that all sockets share its bytes. */
  event(entry: JournalEntry): string | Uint8Array {
    const known = this.#texts.get(entry.fact);
    if (known !== undefined) return known;
    const text = toEvent(entry);
    const event = text.length < CHUNK_LENGTH ? text : new TextEncoder().encode(text);
    this.#texts.set(entry.fact, event);
    this.#kept += event.length;
    for (const [oldest, { length }] of this.#texts) {
      if (this.#kept <= KEPT_LENGTH) break;
      this.#texts.delete(oldest);
      this.#kept -= length;
    }
    return event;
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
      const event = this.#feed.event(journal.entry(this.#seq + 1) as JournalEntry);
      if (typeof event !== 'string') {
        // It is written alone, after the events that were collected before it.
        if (chunk === '') this.#write(event, 1);
        break;
      }
      chunk += event;
      this.#seq++;
    }
    if (chunk !== '') this.#write(chunk, 0);
  }

  #write(chunk: string | Uint8Array, entries: number): void {
    this.#seq += entries;
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
