/**
 * Gives the maker of client-made identifiers: UUIDs of version 7, which sort by the time they were made.
 *
 * Loaded on the first send, since the package costs more to load than all the rest of this one.
 */
export async function loadIdMaker(): Promise<() => string> {
  const { v7 } = await import('uuid');
  return () => v7();
}
