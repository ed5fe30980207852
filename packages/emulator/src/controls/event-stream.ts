import { anySignal } from '@messaging-service/contract';
import { type RawEvent, viewEvent } from '../service/events.ts';
import type { Service } from '../service/service.ts';

/** A server-sent event. */
export function eventText(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * Every fact with its time and every movement of the clock, from now on, or from the last event that the reader has. EMU-11.
 *
 * @param signal - Ends the stream, as the end of the service does.
 */
export function eventStream(
  service: Service,
  lastEventId: string | undefined,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  const since = lastEventId === undefined ? undefined : Number(lastEventId);
  const view = viewEvent(service.core);
  const ended = anySignal([signal, service.ended]);
  return withOpening(service.events((event) => encoded(event, view), ended, since));
}

async function* withOpening(events: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield encode(': every fact with its time, and every movement of the clock\n\n');
  yield* events;
}

/** Created at the first use: the package can be imported where it is missing, as in the jsdom of Jest. */
let encoder: InstanceType<typeof TextEncoder> | undefined;

function encode(text: string): Uint8Array {
  encoder ??= new TextEncoder();
  return encoder.encode(text);
}

/** Longer events are encoded once for all readers: that of a batch can have megabytes, and wait for each of them. */
const LONG_BYTES = 16 * 1024;

/** The long events that a reader still holds. */
const shared = new WeakMap<RawEvent, WeakRef<Uint8Array>>();

function encoded(raw: RawEvent, view: ReturnType<typeof viewEvent>): Uint8Array {
  const earlier = shared.get(raw)?.deref();
  if (earlier !== undefined) return earlier;
  const { event, data } = view(raw);
  const bytes = encode((event === 'fact' ? `id: ${data.seq}\n` : '') + eventText(event, data));
  if (bytes.length > LONG_BYTES) shared.set(raw, new WeakRef(bytes));
  return bytes;
}
