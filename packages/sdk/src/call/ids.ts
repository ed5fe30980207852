import { v7 } from 'uuid';

/** Makes an identifier: a UUID of version 7. These sort by the time at which they were made. */
export function createId(): string {
  return v7();
}
