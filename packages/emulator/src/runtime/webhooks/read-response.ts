import { startLimit } from '../time/real-timers.ts';
import type { ReceivedResponse } from './attempt-log.ts';

/** Bytes of a response that are read: enough to find out why a webhook failed. */
const MOST_BYTES = 16 * 1024;

/** How long a receiver may take to send these bytes after its headers, in milliseconds of real time. */
const LONGEST_MS = 1_000;

/**
 * Reads the headers of a response and the beginning of its body. The status alone decides about the attempt, so a body
 * that does not end, or fails, is not an error.
 */
export async function readResponse(response: Response): Promise<ReceivedResponse> {
  const headers = Object.fromEntries(response.headers);
  if (response.body === null) return { headers, body: '', isCut: false };
  // A receiver that is a function in a test can return one response for every attempt. Its body can be read once.
  if (response.bodyUsed || response.body.locked) return { headers, body: '', isCut: true };
  const body: ReadableStream<Uint8Array> = response.body;
  const reader = body.getReader();
  const limit = startLimit(LONGEST_MS);
  const stop = () => void reader.cancel().catch(() => undefined);
  limit.signal.addEventListener('abort', stop, { once: true });
  const chunks: Uint8Array[] = [];
  let isCut = false;
  try {
    for (let size = 0; size < MOST_BYTES; ) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      size += value.length;
      isCut = size >= MOST_BYTES;
    }
  } catch {
    isCut = true;
  } finally {
    limit.end();
    limit.signal.removeEventListener('abort', stop);
  }
  if (isCut) stop();
  return { headers, body: textOf(chunks), isCut: isCut || limit.signal.aborted };
}

function textOf(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  const text = chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('');
  return text.slice(0, MOST_BYTES);
}
