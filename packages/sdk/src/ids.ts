/** Generates an identifier: a random UUID, of version 4. Browsers have the function on pages from HTTPS or `localhost` only. */
export function createId(): string {
  return crypto.randomUUID();
}
