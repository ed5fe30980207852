/** Large enough that few writes are made, small enough to be made between two calls. */
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Gathers small pieces of text into chunks, and lets others have their turn in between.
 *
 * @param pieces - Made one by one, as they are asked for.
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
 * Pieces that are made without a look at the clock. They may be empty where much is looked at and little found, and what
 * they allocate costs the garbage collector more time than they take themselves.
 */
const PIECES_PER_TURN = 8;
