import type { Snapshot } from '../runtime/snapshot/snapshot.ts';

/** Lists deeper than this are written in one piece. */
const DEEPEST = 3;

/**
 * Writes a snapshot for an upload, in pieces: as one text, a large one would exceed the longest possible string.
 */
export function snapshotBlob(snapshot: Snapshot): Blob {
  return new Blob([...pieces(snapshot, 0)]);
}

function* pieces(value: unknown, depth: number): Generator<string> {
  if (depth === DEEPEST || typeof value !== 'object' || value === null) {
    yield JSON.stringify(value);
  } else if (Array.isArray(value)) {
    yield* joined('[', value, ']', (entry) => pieces(entry, DEEPEST));
  } else {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    yield* joined('{', members, '}', function* ([name, member]) {
      yield `${JSON.stringify(name)}:`;
      yield* pieces(member, depth + 1);
    });
  }
}

function* joined<T>(
  open: string,
  entries: readonly T[],
  close: string,
  write: (entry: T) => Iterable<string>,
): Generator<string> {
  yield open;
  let separator = '';
  for (const entry of entries) {
    yield separator;
    yield* write(entry);
    separator = ',';
  }
  yield close;
}
