import { EventSourceParserStream } from 'eventsource-parser/stream';
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
    this.#isOver = () => ended.aborted || calls.isClosed;
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
  const text = (await opening).pipeThrough(new TextDecoderStream());
  const reader = text.pipeThrough(new EventSourceParserStream()).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    yield { event: value.event, data: JSON.parse(value.data) as unknown } as EmulatorEvent;
  }
}
