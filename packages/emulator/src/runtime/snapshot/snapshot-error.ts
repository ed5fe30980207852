import type { Issue } from '@messaging-service/contract';

/** A snapshot that cannot be restored. Nothing of it has taken effect. */
export class SnapshotError extends TypeError {
  override name = 'SnapshotError';
  /** The problems; empty when the text is not JSON. */
  readonly issues: readonly Issue[];

  constructor(message: string, issues: readonly Issue[]) {
    super(message);
    this.issues = issues;
  }
}

/** The error for one part of a snapshot. */
export function fault(path: string, message: string): SnapshotError {
  return snapshotError([{ path, message }]);
}

/** The error for the problems of a snapshot; its message names the first. */
export function snapshotError(issues: readonly Issue[]): SnapshotError {
  const [{ path, message } = { path: '', message: 'is not valid' }] = issues;
  return new SnapshotError(`The snapshot cannot be restored: ${path || 'it'} ${message}.`, issues);
}
