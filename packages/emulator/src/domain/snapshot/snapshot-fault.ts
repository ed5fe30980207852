/** An entry of a snapshot that contradicts the others. */
export class SnapshotFault extends Error {
  /** Where it is: member names and positions or identifiers, joined by dots. */
  readonly path: string;
  /** The problem, in words that can follow the path. */
  readonly reason: string;

  constructor(path: string, reason: string) {
    super(`${path} ${reason}`);
    this.path = path;
    this.reason = reason;
  }
}

/** Refuses a key that the collection contains already. */
export function requireNew(collection: ReadonlyMap<string, unknown>, key: string, path: string): void {
  if (collection.has(key)) throw new SnapshotFault(path, `occurs twice: ${JSON.stringify(key)}`);
}
