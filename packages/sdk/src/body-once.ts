/**
 * The body of a request that must not be sent twice, in a form that the runtime cannot send twice by itself.
 *
 * Deno repeats a POST on its own account when a connection that was used before is closed instead of answered, although
 * the request may have been carried out. It cannot where the body is a stream, since that is gone once it was read.
 * Elsewhere the text is left as it is: Node, Bun and Workers do not repeat, and browsers take no streams over HTTP/1.
 */
export function bodyOnce(text: string): string | ReadableStream<Uint8Array> {
  return 'Deno' in globalThis ? new Blob([text]).stream() : text;
}
