import type { Issue } from '@messaging-service/contract';
import { hash } from '../../domain/rules/hash.ts';
import type { AgendaSnapshot } from '../core/agenda.ts';
import type { IdsState } from '../core/ids.ts';
import type { InitialIdentifiers } from '../options/initial-state.ts';
import type { StoredState } from './stored-state.ts';

/** The form of snapshots that this emulator writes and reads. A change of the form needs another version. */
const SNAPSHOT_VERSION = 5;

/**
 * The complete state of a service, as JSON: everything that affects later results. Faults are not part of it: they
 * belong to a test, not to the service.
 */
export interface SnapshotContent {
  /** The current time, in milliseconds since the epoch. */
  readonly now: number;
  /** Facts recorded so far. */
  readonly seq: number;
  /** Resets so far, which decide the identifiers after the next one. */
  readonly resets: number;
  /** The position of the source of identifiers. */
  readonly ids: IdsState;
  /** The identifiers of the organization and the accounts that exist from the start. */
  readonly initial: InitialIdentifiers;
  /** Pending jobs. */
  readonly agenda: AgendaSnapshot;
  /** The state. */
  readonly state: StoredState;
}

/** A snapshot for users. It can be restored as long as nobody changes it. EMU-7. */
export interface Snapshot extends SnapshotContent {
  /** The form; another one is refused. */
  readonly version: typeof SNAPSHOT_VERSION;
  /** Distinguishes the snapshot from one that was changed or cut off since it was written. */
  readonly checksum: string;
}

/** A snapshot that cannot be restored. Nothing of it has taken effect. */
export class SnapshotError extends TypeError {
  override name = 'SnapshotError';
  /** The member that is wrong. */
  readonly issue: Issue;

  constructor(path: string, message: string) {
    super(`The snapshot cannot be restored: ${path || 'it'} ${message}.`);
    this.issue = { path, message };
  }
}

/** Adds the version and the checksum. */
export function sealed(content: SnapshotContent): Snapshot {
  const versioned = { version: SNAPSHOT_VERSION, ...content } as const;
  return { ...versioned, checksum: checksumOf(versioned) };
}

/**
 * Checks that a value is a snapshot of this version, and unchanged. Its content is not checked, because only an emulator
 * writes it.
 *
 * @throws {SnapshotError} when it is not.
 */
export function unsealed(snapshot: unknown): SnapshotContent {
  if (typeof snapshot !== 'object' || snapshot === null || Array.isArray(snapshot))
    throw new SnapshotError('', 'must be an object');
  const { checksum, ...rest } = snapshot as Record<string, unknown>;
  if (rest.version !== SNAPSHOT_VERSION)
    throw new SnapshotError('version', `must be ${SNAPSHOT_VERSION}, the version that this emulator reads`);
  if (checksum !== checksumOf(rest))
    throw new SnapshotError(
      'checksum',
      'does not match: the snapshot was changed or cut off since it was written. Only an unchanged snapshot can be restored',
    );
  return rest as unknown as SnapshotContent;
}

function checksumOf(value: object): string {
  return digest(value, 0).toString(16).padStart(8, '0');
}

/**
 * Hashes a JSON value. The members of an object are sorted, because some programs do that when they write JSON again.
 *
 * @param before - The hash of everything before it.
 */
function digest(value: unknown, before: number): number {
  if (typeof value !== 'object' || value === null) return hash(JSON.stringify(value), before);
  // A member that is undefined is missing in JSON.
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (!Array.isArray(value)) members.sort(([a], [b]) => (a < b ? -1 : 1));
  const [begin, end] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const content = members.reduce(
    (sum, [name, member]) => digest(member, hash(name, sum)),
    hash(begin, before),
  );
  return hash(end, content);
}
