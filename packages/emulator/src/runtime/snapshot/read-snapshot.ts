import { validate } from '@messaging-service/contract';
import type { State } from '../../domain/state/state.ts';
import {
  OLDEST_SNAPSHOT_VERSION,
  refuse,
  SNAPSHOT_VERSION,
  type SnapshotContent,
  SnapshotError,
} from './snapshot.ts';
import { snapshotContentSchema } from './snapshot-schema.ts';
import { checkRules } from './state-rules.ts';
import { readState } from './stored-state.ts';

/** A snapshot with its state in the form in which a service uses it. */
export interface Restorable extends Omit<SnapshotContent, 'state'> {
  readonly state: State;
}

/** Builds the state of a snapshot that this process has made. The content belongs to the state afterwards. */
export function restorable(content: SnapshotContent): Restorable {
  return { ...content, state: readState(content.state, content.seq) };
}

/**
 * Reads the snapshot of anybody: its version, its form, and the rules of the state. The value is not changed.
 *
 * @throws {SnapshotError} when it is not one, or contradicts itself.
 */
export function readSnapshot(snapshot: unknown): Restorable {
  if (typeof snapshot !== 'object' || snapshot === null || Array.isArray(snapshot))
    return refuse('', 'must be an object');
  const { version, ...content } = snapshot as Record<string, unknown>;
  if (version !== SNAPSHOT_VERSION && version !== OLDEST_SNAPSHOT_VERSION)
    refuse(
      'version',
      `must be ${SNAPSHOT_VERSION} or ${OLDEST_SNAPSHOT_VERSION}, the versions that this emulator reads`,
    );
  return readContent(content);
}

/** Reads the content of a snapshot of a known version, as {@link readSnapshot} does. */
export function readContent(value: unknown): Restorable {
  const checked = validate(snapshotContentSchema, value);
  if (!checked.ok) throw new SnapshotError(checked.issues);
  const content = restorable(checked.value);
  checkRules(checked.value, content.state);
  return content;
}
