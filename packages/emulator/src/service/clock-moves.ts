import type { Fact } from '../domain/state/facts.ts';
import { Rejection } from '../domain/state/rejection.ts';
import type { Core } from '../runtime/core/core.ts';
import { readSnapshotText } from '../runtime/snapshot/read-snapshot.ts';
import type { Restorable, SnapshotCapture } from '../runtime/snapshot/snapshot.ts';
import { textChunks } from '../runtime/snapshot/text-chunks.ts';
import { machineNow, yieldEvery } from '../runtime/time/event-loop.ts';
import type { Advanced, Timeline } from './timeline.ts';

/** The maximum number of moves that can be undone, and of bytes of all their snapshots. */
const MOST_MOVES = 10;
const MOST_BYTES = 64 * 1024 * 1024;

/** Other work can run after this time, in milliseconds. */
const LONGEST_SLICE_MS = 8;

/** The events of a part of the history. */
interface Happened {
  /** Messages queued. */
  readonly queued: number;
  /** Messages delivered or failed. */
  readonly resolved: number;
  /** Messages from handsets. */
  readonly replies: number;
  /** Attempts at webhooks. */
  readonly attempts: number;
  /** All facts, including those above. */
  readonly facts: number;
}

/** A move of the clock that can be undone. Instants are in milliseconds since the epoch. */
export interface ClockMove {
  readonly id: string;
  /** The time before the move. */
  readonly from: number;
  /** The time after the move. */
  readonly to: number;
  /** Jobs that ran. */
  readonly ran: number;
  /** The events during the move. */
  readonly did: Happened;
  /** The events after the move. */
  readonly since: Happened;
}

interface Kept extends Omit<ClockMove, 'since'> {
  readonly snapshot: readonly Uint8Array[];
  readonly bytes: number;
  /** The latest fact of the move. */
  readonly endSeq: number;
  /** When the snapshot was taken, by the machine's clock. */
  readonly takenAt: number;
}

/** The parts of a service that a move needs. */
interface Movable {
  readonly core: Core;
  readonly timeline: Timeline;
  capture(): SnapshotCapture;
  adopt(content: Restorable): void;
}

/** The latest moves of the clock that can be undone, each with a snapshot of the state before it. */
export class ClockMoves {
  readonly #service: Movable;
  #kept: Kept[] = [];
  #made = 0;

  constructor(service: Movable) {
    this.#service = service;
  }

  /** The moves, the latest first. */
  list(): ClockMove[] {
    const { journal } = this.#service.core;
    return this.#kept
      .map(({ id, from, to, ran, did, endSeq }) => {
        return { id, from, to, ran, did, since: happened(this.#service.core, endSeq, journal.seq) };
      })
      .toReversed();
  }

  /** Moves the clock, and keeps the state from before unless it is too large. */
  async make(move: () => Promise<Advanced>): Promise<Advanced & { readonly id: string | null }> {
    const { core } = this.#service;
    const from = core.driver.now();
    const { seq } = core.journal;
    const takenAt = machineNow();
    const snapshot = await this.#write();
    const moved = await move();
    if (snapshot === undefined) return { ...moved, id: null };
    const id = `move-${++this.#made}`;
    const endSeq = core.journal.seq;
    const bytes = snapshot.reduce((sum, { length }) => sum + length, 0);
    const did = happened(core, seq, endSeq);
    this.#kept.push({ id, from, to: moved.now, ran: moved.ran, did, snapshot, bytes, endSeq, takenAt });
    this.#drop();
    return { ...moved, id };
  }

  /**
   * Restores the state from before a move. The moves after it are undone as well. A clock that follows the machine's
   * continues with the time that has passed since.
   */
  async undo(id: string): Promise<void> {
    const index = this.#kept.findIndex((kept) => kept.id === id);
    const move = this.#kept[index];
    if (move === undefined) throw new Rejection('not_found', `There is no move ${id} that can be undone.`);
    const earlier = this.#kept.slice(0, index);
    const { core, timeline } = this.#service;
    this.#service.adopt(await readSnapshotText(chunksOf(move.snapshot), yieldEvery(LONGEST_SLICE_MS)));
    this.#kept = earlier;
    const passed = machineNow() - move.takenAt;
    if (core.driver.mode === 'system') await timeline.advanceTo(() => core.driver.now() + Math.round(passed));
  }

  /** Makes all moves permanent, because the history was replaced. */
  clear(): void {
    this.#kept = [];
  }

  /** The text of a snapshot of the current state; undefined when it is too long. */
  async #write(): Promise<Uint8Array[] | undefined> {
    const capture = this.#service.capture();
    const encoder = new TextEncoder();
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    try {
      for await (const chunk of textChunks(capture.text(), yieldEvery(LONGEST_SLICE_MS))) {
        const encoded = encoder.encode(chunk);
        bytes += encoded.length;
        if (bytes > MOST_BYTES) return undefined;
        chunks.push(encoded);
      }
      return chunks;
    } finally {
      capture.release();
    }
  }

  #drop(): void {
    let bytes = this.#kept.reduce((sum, kept) => sum + kept.bytes, 0);
    while (this.#kept.length > 1 && (this.#kept.length > MOST_MOVES || bytes > MOST_BYTES))
      bytes -= this.#kept.shift()?.bytes ?? 0;
  }
}

async function* chunksOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

/** Counts the facts after one and up to another. Facts that the journal no longer has are in `facts` only. */
function happened({ journal }: Core, after: number, end: number): Happened {
  const counts = { queued: 0, resolved: 0, replies: 0, attempts: 0, facts: Math.max(0, end - after) };
  for (let seq = Math.max(after + 1, journal.oldestSeq); seq <= end; seq++) {
    const fact = journal.entry(seq)?.fact;
    if (fact !== undefined) addTo(counts, fact);
  }
  return counts;
}

type Counts = { -readonly [Name in keyof Happened]: number };

function addTo(counts: Counts, fact: Fact): void {
  if (fact.type === 'batch-queued') counts.queued += fact.destinations.length;
  if (fact.type === 'message-delivered' || fact.type === 'message-failed') counts.resolved++;
  if (fact.type === 'inbound-received') counts.replies++;
  if (fact.type === 'webhook-attempted') counts.attempts++;
}
