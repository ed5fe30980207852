import { anySignal } from '@messaging-service/contract';
import type { EmulatorEvent } from '@messaging-service/emulator';
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

/** The events of a service over server-sent events. */
export type RemoteEvents = AsyncGenerator<EmulatorEvent, void>;

/** Streams the events of a service from the moment of the call. */
export function remoteEvents(calls: ControlCalls, { signal }: EventsOptions): RemoteEvents {
  const stop = new AbortController();
  const ended = anySignal([stop.signal, signal]);
  const opening = calls.open('GET /events', ended);
  // A stream that is not read must not end the process.
  opening.catch(() => undefined);
  const events = readEvents(calls, opening, ended);
  const end = events.return.bind(events);
  // A reader that stops also ends a read that waits for the next event.
  return Object.assign(events, {
    return: () => {
      stop.abort();
      return end();
    },
  });
}

async function* readEvents(
  calls: ControlCalls,
  opening: Promise<ReadableStream<Uint8Array>>,
  ended: AbortSignal,
): AsyncGenerator<EmulatorEvent, void> {
  try {
    // It extends TransformStream when it is loaded, which the jsdom of Jest does not have.
    const { EventSourceParserStream } = await import('eventsource-parser/stream');
    const text = (await opening).pipeThrough(new TextDecoderStream());
    const reader = text.pipeThrough(new EventSourceParserStream()).getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield { event: value.event, data: JSON.parse(value.data) as unknown } as EmulatorEvent;
    }
  } catch (error) {
    if (ended.aborted || calls.isClosed) return;
    if (error instanceof EmulatorError) throw error;
    throw new EmulatorError(`The events of ${calls.baseUrl} could not be read: the connection was lost.`, {
      code: 'unreachable',
      cause: error,
    });
  }
}
