import { EventQueue } from '../service/events.ts';
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
  { core, ended }: Service,
  lastEventId: string | undefined,
  signal: AbortSignal,
): AsyncIterable<string> {
  const since = lastEventId === undefined ? undefined : Number(lastEventId);
  return write(new EventQueue(core, AbortSignal.any([signal, ended]), since));
}

async function* write(events: EventQueue): AsyncGenerator<string> {
  yield ': every fact with its time, and every movement of the clock\n\n';
  for await (const { event, data } of events)
    yield (event === 'fact' ? `id: ${data.seq}\n` : '') + eventText(event, data);
}
