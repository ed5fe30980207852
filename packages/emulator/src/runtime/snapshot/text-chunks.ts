/** Large enough for few writes, small enough to be created between two calls. */
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Collects small pieces of text in chunks, and lets other work run in between. @param pieces - Created one by one, when
 * they are requested.
 * @param takeTurn - Lets the event loop turn, called often.
 */
export async function* textChunks(
  pieces: Iterable<string>,
  takeTurn: () => Promise<void>,
): AsyncGenerator<string> {
  let chunk = '';
  let count = 0;
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length >= CHUNK_CHARACTERS) {
      yield chunk;
      chunk = '';
      await takeTurn();
    } else if (++count % PIECES_PER_TURN === 0) await takeTurn();
  }
  yield chunk;
}

/**
 * Pieces that are created between two checks of the clock. They can be empty if much is searched and little is found.
 * The garbage collection of their memory takes longer than creating them.
 */
const PIECES_PER_TURN = 8;
