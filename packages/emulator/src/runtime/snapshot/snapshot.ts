import type { Issue } from '@messaging-service/contract';
import type { AgendaSnapshot } from '../core/agenda.ts';
import type { IdsState } from '../core/ids.ts';
import type { InitialIdentifiers } from '../options/initial-state.ts';
import type { StoredState } from './stored-state.ts';

/** The form of snapshots that this emulator writes. A change of the form needs another version. */
export const SNAPSHOT_VERSION = 7;

/** The oldest form that it reads as well: that form does not have what decided an outcome. */
export const OLDEST_SNAPSHOT_VERSION = 6;

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

/** A snapshot for users. EMU-7. */
export interface Snapshot extends SnapshotContent {
  /** The form; another one is refused. */
  readonly version: typeof SNAPSHOT_VERSION;
}

/** A snapshot that cannot be restored. Nothing of it has taken effect. */
export class SnapshotError extends TypeError {
  override name = 'SnapshotError';
  /** The members that are wrong. */
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    const problems = issues.map(({ path, message }) => `${path || 'it'} ${message}`);
    super(`The snapshot cannot be restored: ${problems.join('; ')}.`);
    this.issues = issues;
  }
}

/** Adds the version. */
export function withVersion(content: SnapshotContent): Snapshot {
  return { version: SNAPSHOT_VERSION, ...content };
}

/** Refuses a snapshot because of a member. */
export function refuse(path: string, message: string): never {
  throw new SnapshotError([{ path, message }]);
}
