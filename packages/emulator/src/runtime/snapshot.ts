import type { StateSnapshot } from '../domain/state-snapshot.ts';
import type { AgendaSnapshot } from './agenda.ts';
import type { Founded } from './founding.ts';
import type { IdsState } from './ids.ts';

/** The form of snapshots that this emulator writes and reads. */
export const SNAPSHOT_VERSION = 1;

/** All that decides the future of a service, as JSON. Faults are not part of it: they belong to a test, not to the service. */
export interface Snapshot {
  /** The form; another one is refused. */
  readonly version: typeof SNAPSHOT_VERSION;
  /** The present, in milliseconds since the epoch. */
  readonly now: number;
  /** Facts recorded so far. */
  readonly seq: number;
  /** Where identifiers and chance go on. */
  readonly ids: IdsState;
  /** What was there from the start. */
  readonly founded: Founded;
  /** Pending jobs. */
  readonly agenda: AgendaSnapshot;
  /** What is true. */
  readonly state: StateSnapshot;
}
