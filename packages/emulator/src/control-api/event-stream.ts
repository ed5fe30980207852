import type { Service } from '../service/service.ts';
import { type EventSink, FactReader } from './fact-reader.ts';

/** A stream that is being written. */
interface EventReader {
  /** The reader has taken everything that was written. */
  onDrained(): void;
  /** The reader has disconnected. */
  stop(): void;
}

/** A stream of server-sent events, for an adapter to write. */
export interface EventStream {
  /** Begins writing. */
  readonly open: (sink: EventSink) => EventReader;
}

/** Proxies cut connections on which nothing moves. */
const KEEP_ALIVE_MS = 15_000;

/**
 * Every fact with its time and every movement of the clock, from now on, or from the last event that the reader has.
 * For a reader, only its position in the journal is stored. A reader that is so slow that the journal no longer has its
 * place gets the event `lagged`, and the stream ends.
 */
export function eventStream({ core }: Service, lastEventId: string | undefined): EventStream {
  return {
    open: (sink) => {
      sink.write(': every fact with its time, and every movement of the clock\n\n');
      const reader = new FactReader(core, sink, lastEventId === undefined ? undefined : Number(lastEventId));
      const keepAlive = keepAliveOf(sink, () => reader.isWaiting);
      return {
        onDrained: () => reader.resume(),
        stop: () => {
          reader.stop();
          clearInterval(keepAlive);
        },
      };
    },
  };
}

/** A reader that does not read gets no comments that keep the connection open, because they would only accumulate. */
export function keepAliveOf(sink: EventSink, isWaiting: () => boolean): ReturnType<typeof setInterval> {
  return setInterval(() => {
    if (isWaiting()) sink.write(': still here\n\n');
  }, KEEP_ALIVE_MS);
}
