import { Rejection } from '../domain/state/rejection.ts';
import { invalidRequest } from '../http/decode.ts';
import { parseText } from '../http/json.ts';
import type { Upload } from '../http/message.ts';
import type { Snapshot } from '../runtime/snapshot/snapshot.ts';
import { SnapshotError } from '../runtime/snapshot/snapshot-error.ts';
import type { Service } from '../service/service.ts';

/** Replaces the state of a service by a snapshot, after all of it has been read and validated. */
export async function restoreSnapshot(service: Service, upload: Upload): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of upload) chunks.push(chunk);
  const snapshot = parseText(await textOf(chunks));
  try {
    service.restore(snapshot as Snapshot);
  } catch (error) {
    throw error instanceof SnapshotError ? invalidRequest(error.issues) : error;
  }
}

async function textOf(chunks: readonly Uint8Array[]): Promise<string> {
  const bytes = await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError) || bytes.byteLength > LONGEST_TEXT)
      throw new Rejection('payload_too_large', 'The snapshot is larger than the longest possible text.');
    throw new Rejection('invalid_json', 'The snapshot is not JSON: it is not UTF-8.');
  }
}

/** The longest text of V8, in characters. */
const LONGEST_TEXT = 2 ** 29 - 24;
