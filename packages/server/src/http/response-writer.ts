import type { ServerResponse } from 'node:http';
import { clearInterval, machineNow, setInterval } from '@messaging-service/emulator/host';

/** How much the server keeps for readers that do not read, and for how long. */
export interface ReaderLimits {
  /** The maximum number of bytes of all responses that wait for their readers, events included. */
  readonly mostBytes: number;
  /** How long a reader may accept nothing, in milliseconds. */
  readonly longestPauseMs: number;
  /** Takes a line for each reader that is cut off. */
  readonly warn: (message: string) => void;
}

/** A response whose reader must read before more can be written. */
interface Waiting {
  readonly response: ServerResponse;
  readonly bytes: number;
  /** When the reader accepted something for the last time. */
  readonly since: number;
}

/** Longer bodies are written in pieces of this many characters, so that a reader that is slow is not one that stands still. */
const PIECE = 64 * 1024;

/** A reader that has paused for less than this, in milliseconds, may only be slow. */
const LEAST_PAUSE_MS = 1_000;

const CHECK_INTERVAL_MS = 500;

/**
 * Writes responses as fast as their readers accept them. All readers together cannot keep more than a limit in memory: then those
 * that have accepted nothing for the longest time are cut off. See EMU-11.
 */
export class ResponseWriter {
  readonly #limits: ReaderLimits;
  /** In the order of their pauses, the longest first. */
  readonly #waiting = new Set<Waiting>();
  #bytes = 0;
  #checking: ReturnType<typeof setInterval> | undefined;

  constructor(limits: ReaderLimits) {
    this.#limits = limits;
  }

  /**
   * Writes the body of a response and ends it.
   *
   * @returns Settles at the end of a long one; undefined for a short one, which is written within this call.
   */
  writeBody(response: ServerResponse, body: string): Promise<void> | undefined {
    if (body.length > PIECE) return this.#writePieces(response, body);
    response.end(body);
    return undefined;
  }

  async #writePieces(response: ServerResponse, body: string): Promise<void> {
    for (const piece of piecesOf(body)) {
      // The whole text stays in memory until its end is written.
      await this.write(response, piece, body.length);
      if (response.destroyed) return;
    }
    response.end();
  }

  /**
   * Writes a part of a response.
   *
   * @param held - How many bytes stay in memory until the reader has accepted the part; default: its own.
   * @returns Settles when the reader accepts more, or is gone.
   */
  async write(
    response: ServerResponse,
    part: string | Uint8Array,
    held: number = part.length,
  ): Promise<void> {
    if (response.write(part) || response.destroyed) return;
    const waiting: Waiting = { response, bytes: held, since: machineNow() };
    const { promise, resolve } = Promise.withResolvers<void>();
    const proceed = () => resolve();
    response.on('drain', proceed).on('close', proceed);
    this.#add(waiting);
    await promise;
    response.off('drain', proceed).off('close', proceed);
    this.#remove(waiting);
  }

  #add(waiting: Waiting): void {
    this.#waiting.add(waiting);
    this.#bytes += waiting.bytes;
    // It does not keep a process alive that has nothing else to do.
    this.#checking ??= setInterval(() => this.#check(), CHECK_INTERVAL_MS).unref();
    this.#check();
  }

  #remove(waiting: Waiting): void {
    if (!this.#waiting.delete(waiting)) return;
    this.#bytes -= waiting.bytes;
    if (this.#waiting.size > 0) return;
    clearInterval(this.#checking);
    this.#checking = undefined;
  }

  #check(): void {
    const { mostBytes, longestPauseMs } = this.#limits;
    const now = machineNow();
    for (const waiting of this.#waiting) {
      const pause = now - waiting.since;
      if (pause >= longestPauseMs) this.#cutOff(waiting, 'A reader may not pause for longer.');
      else if (this.#bytes > mostBytes && pause >= LEAST_PAUSE_MS)
        this.#cutOff(
          waiting,
          `Responses that wait for their readers took ${megabytes(this.#bytes)}, and this reader has paused for the longest time.`,
        );
      else return;
    }
  }

  #cutOff(waiting: Waiting, reason: string): void {
    const { response, bytes, since } = waiting;
    const { method, url = '' } = response.req;
    const pause = Math.round((machineNow() - since) / 1_000);
    const path = url.split('?')[0];
    this.#limits.warn(
      `The response to ${method} ${path} was cut off: its reader has accepted nothing for ${pause} s, while ${megabytes(bytes)} wait for it. ${reason}`,
    );
    this.#remove(waiting);
    response.destroy();
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A text in pieces. No piece ends within a character. */
function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    let end = Math.min(from + PIECE, text.length);
    if (end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end--;
    yield text.slice(from, end);
    from = end;
  }
}
