import { HandsetIndex } from '../../../domain/views/handset-index.ts';
import type { Scan } from '../../../domain/views/scan.ts';
import type { Core } from '../../../runtime/core/core.ts';
import type { JournalOrigin } from '../../../runtime/core/journal.ts';
import { inSlices } from '../../../runtime/time/slices.ts';

/** An index, and its position in the journal. */
interface Followed {
  readonly index: HandsetIndex;
  readonly origin: JournalOrigin;
  /** Number of the last fact that it contains. */
  seq: number;
  /** Whether it still matches the state. */
  isValid: boolean;
}

const known = new WeakMap<Core, Followed>();
const latestRead = new WeakMap<Core, Promise<unknown>>();

/**
 * Reads the handsets of a service. The index is updated with the facts since the last read, so frequent reads are fast.
 * It is built again when the journal no longer has these facts. Reads run one after another, so that the index does not
 * change during a read.
 */
export function readHandsets<Result>(
  core: Core,
  read: (index: HandsetIndex) => Scan<Result>,
): Promise<Result> {
  const before = latestRead.get(core) ?? Promise.resolve();
  const result = before.then(() => inSlices(upToDate(core, read)));
  latestRead.set(
    core,
    result.catch(() => undefined),
  );
  return result;
}

function* upToDate<Result>(core: Core, read: (index: HandsetIndex) => Scan<Result>): Scan<Result> {
  const existing = known.get(core);
  if (existing !== undefined && (yield* follow(core, existing))) return yield* read(existing.index);
  const built = yield* build(core);
  known.set(core, built);
  // If the load is too high for the journal, this read is slightly out of date, and the next one builds the index
  // again.
  yield* follow(core, built);
  return yield* read(built.index);
}

function* build({ journal, state }: Core): Scan<Followed> {
  const { origin, seq } = journal;
  const recent = journal
    .entries()
    .flatMap(({ fact }) => (fact.type === 'inbound-received' ? [fact.payload] : []));
  return { index: yield* HandsetIndex.of(state, recent), origin, seq, isValid: true };
}

/** Facts between two yields. */
const STEP = 64;

/** Updates the index with the facts since the last read. Returns false if the index then does not match the state. */
function* follow(core: Core, followed: Followed): Scan<boolean> {
  const { journal } = core;
  while (followed.isValid && followed.origin === journal.origin && followed.seq < journal.seq) {
    const entry = journal.entry(followed.seq + 1);
    followed.isValid =
      entry !== undefined && (yield* followed.index.follow(core.state, entry.fact, entry.at));
    followed.seq++;
    if (followed.seq % STEP === 0) yield;
  }
  return followed.isValid && followed.origin === journal.origin;
}
