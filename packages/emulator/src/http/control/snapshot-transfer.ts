import { Rejection } from '../../domain/state/rejection.ts';
import type { Restorable } from '../../runtime/snapshot/snapshot.ts';
import { readSnapshotText, SnapshotError } from '../../runtime/snapshot/snapshot-reader.ts';
import { textChunks } from '../../runtime/snapshot/text-chunks.ts';
import { turnTaker } from '../../runtime/time/event-loop.ts';
import type { Host } from '../host.ts';
import { invalidRequest } from '../wire/decode.ts';

/** Others get their turn after this long: what they wait for as well, such as garbage collection, comes on top. */
const LONGEST_SLICE_MS = 8;

/** The text of a snapshot of this instant, written while the service goes on. */
export async function* writeSnapshot({ service }: Host): AsyncGenerator<string> {
  const capture = service.capture();
  try {
    yield* textChunks(capture.text(), turnTaker(LONGEST_SLICE_MS));
  } finally {
    capture.release();
  }
}

/** Reads a snapshot while the service goes on, and puts it in the service's place once all of it is found valid. */
export async function restoreSnapshot(host: Host, upload: AsyncIterable<Uint8Array>): Promise<void> {
  host.adopt(await read(upload));
}

async function read(upload: AsyncIterable<Uint8Array>): Promise<Restorable> {
  try {
    return await readSnapshotText(upload, turnTaker(LONGEST_SLICE_MS));
  } catch (error) {
    if (!(error instanceof SnapshotError)) throw error;
    if (error.issues.length === 0) throw new Rejection('invalid_json', error.message);
    throw invalidRequest(error.issues);
  }
}
