import { JsonEntries, JsonFault, type Shape, type Sink } from './json-entries.ts';
import type { Restorable, Snapshot } from './snapshot.ts';
import { translated } from './snapshot-error.ts';
import { SnapshotReader } from './snapshot-reader.ts';
import { SHAPE } from './snapshot-shape.ts';

/**
 * Reads a snapshot from its text, which arrives in pieces of any size.
 *
 * @param chunks - The text, as bytes in UTF-8.
 * @param takeTurn - Lets the event loop turn, called often.
 * @throws SnapshotError when it is not valid.
 */
export async function readSnapshotText(
  chunks: AsyncIterable<Uint8Array>,
  takeTurn: () => Promise<void>,
): Promise<Restorable> {
  const reader = new SnapshotReader();
  const json = new JsonEntries(SHAPE_OF_DOCUMENT, reader);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of chunks) {
      for (let start = 0; start < chunk.length; start += BYTES_PER_PAUSE) {
        json.write(decoded(decoder, chunk.subarray(start, start + BYTES_PER_PAUSE)));
        await takeTurn();
      }
    }
    json.write(decoded(decoder));
    json.end();
    const steps = reader.finish();
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return step.value;
      await takeTurn();
    }
  } catch (error) {
    throw translated(error);
  }
}

/**
 * The bytes of text that are read between two checks of the clock. During a garbage collection, reading can take many
 * times as long as usual. See decisions/state.md.
 */
const BYTES_PER_PAUSE = 8 * 1024;
const SHAPE_OF_DOCUMENT: Shape = SHAPE;

function decoded(decoder: InstanceType<typeof TextDecoder>, bytes?: Uint8Array): string {
  try {
    return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
  } catch {
    throw new JsonFault('it is not UTF-8');
  }
}

/** Reads a snapshot that is already a value. */
export function readSnapshot(snapshot: Snapshot): Restorable {
  const reader = new SnapshotReader();
  try {
    takeApart(reader, '', snapshot, SHAPE_OF_DOCUMENT);
    const steps = reader.finish();
    for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
  } catch (error) {
    throw translated(error);
  }
}

function takeApart(sink: Sink, name: string, value: unknown, shape: 'list' | Shape | undefined): void {
  if (shape === 'list' && Array.isArray(value)) {
    sink.enter(name);
    for (const [position, entry] of value.entries()) sink.take(name, entry, position);
  } else if (typeof shape === 'object' && typeof value === 'object' && value !== null) {
    sink.enter(name);
    for (const [member, part] of Object.entries(value)) {
      const path = name === '' ? member : `${name}.${member}`;
      takeApart(sink, path, part, Object.hasOwn(shape, member) ? shape[member] : undefined);
    }
  } else sink.take(name, value, undefined);
}
