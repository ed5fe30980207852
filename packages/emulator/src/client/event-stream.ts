import type { EmulatorEvent } from '../service/events.ts';
import type { ControlCalls } from './control-calls.ts';
import { EmulatorError } from './emulator-error.ts';

/**
 * Options of a stream of events.
 *
 * @example
 * ```ts
 * const stop = new AbortController();
 * const events = emulator.events({ signal: stop.signal });
 * await emulator.clock.advance('1m');
 * for await (const { event } of events) {
 *   console.log(event); // clock
 *   stop.abort();
 *   break;
 * }
 * ```
 */
export interface EventsOptions {
  /** Ends the stream. The reader's loop then ends without an error. */
  signal?: AbortSignal | undefined;
}

/** The events of a service over server-sent events, from the moment it is created. */
export class RemoteEvents implements AsyncIterableIterator<EmulatorEvent> {
  readonly #stop = new AbortController();
  readonly #isOver: () => boolean;
  readonly #baseUrl: string;
  readonly #events: AsyncGenerator<EmulatorEvent, void>;

  constructor(calls: ControlCalls, { signal }: EventsOptions) {
    const ended = signal === undefined ? this.#stop.signal : AbortSignal.any([this.#stop.signal, signal]);
    this.#isOver = () => ended.aborted;
    this.#baseUrl = calls.baseUrl;
    const opening = calls.open('GET /events', ended);
    // A stream that is not read must not end the process.
    opening.catch(() => undefined);
    this.#events = readEvents(opening);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<EmulatorEvent, undefined>> {
    if (this.#isOver()) return { done: true, value: undefined };
    try {
      const { value, done } = await this.#events.next();
      return done === true ? { done, value: undefined } : { done: false, value };
    } catch (error) {
      if (this.#isOver()) return { done: true, value: undefined };
      if (error instanceof EmulatorError) throw error;
      throw new EmulatorError(`The events of ${this.#baseUrl} could not be read: the connection was lost.`, {
        code: 'unreachable',
        cause: error,
      });
    }
  }

  return(): Promise<IteratorResult<EmulatorEvent, undefined>> {
    this.#stop.abort();
    return Promise.resolve({ done: true, value: undefined });
  }
}

async function* readEvents(
  opening: Promise<ReadableStream<Uint8Array>>,
): AsyncGenerator<EmulatorEvent, void> {
  let pending = '';
  const reader = (await opening).pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (pending + value).split('\n\n');
    pending = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parseEvent(block);
      if (event !== undefined) yield event;
    }
  }
}

/** Reads one event; undefined for a comment, which only keeps the connection open. */
function parseEvent(block: string): EmulatorEvent | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const colon = line.indexOf(': ');
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2));
  }
  const data = fields.get('data');
  if (data === undefined) return undefined;
  return { event: fields.get('event'), data: JSON.parse(data) as unknown } as EmulatorEvent;
}
