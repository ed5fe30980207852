import { v7 } from 'uuid';

/** Generates an identifier: a UUID of version 7. Identifiers sort by the order of their creation in this process. */
export function createId(): string {
  return v7();
}
