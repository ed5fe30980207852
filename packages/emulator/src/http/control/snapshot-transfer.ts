import { Rejection } from '../../domain/state/rejection.ts';
import { readSnapshotText } from '../../runtime/snapshot/read-snapshot.ts';
import type { Restorable } from '../../runtime/snapshot/snapshot.ts';
import { SnapshotError } from '../../runtime/snapshot/snapshot-error.ts';
import { textChunks } from '../../runtime/snapshot/text-chunks.ts';
import { yieldEvery } from '../../runtime/time/event-loop.ts';
import type { Service } from '../../service/service.ts';
import { invalidRequest } from '../wire/decode.ts';

/** Other work can run after this time, in milliseconds. Garbage collection adds to it. */
const LONGEST_SLICE_MS = 8;

/** The text of a snapshot of this instant, written while the service continues. */
export async function* writeSnapshot(service: Service): AsyncGenerator<string> {
  const capture = service.capture();
  try {
    yield* textChunks(capture.text(), yieldEvery(LONGEST_SLICE_MS));
  } finally {
    capture.release();
  }
}

/**
 * Reads a snapshot while the service continues, and replaces the service's state with it after all of it has been
 * validated.
 */
export async function restoreSnapshot(service: Service, upload: AsyncIterable<Uint8Array>): Promise<void> {
  service.adopt(await read(upload));
}

async function read(upload: AsyncIterable<Uint8Array>): Promise<Restorable> {
  try {
    return await readSnapshotText(upload, yieldEvery(LONGEST_SLICE_MS));
  } catch (error) {
    if (!(error instanceof SnapshotError)) throw error;
    if (error.issues.length === 0) throw new Rejection('invalid_json', error.message);
    throw invalidRequest(error.issues);
  }
}
