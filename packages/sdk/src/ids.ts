import { v7 } from 'uuid';

/** Makes a client-made identifier: a UUID of version 7, which sort by the time they were made. */
export function createId(): string {
  return v7();
}
