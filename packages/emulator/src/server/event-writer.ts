import type { ServerResponse } from 'node:http';
import type { EventStream } from '../control-api/event-stream.ts';
import { usefulness } from './shutdown.ts';

/** How long a reader may take to read the event `lagged`, in milliseconds. */
const FAREWELL_MS = 30_000;

/**
 * Writes a stream of events as the response to a call, until it ends, its reader closes the connection, or the server
 * shuts down.
 */
export function writeEvents(stream: EventStream, response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    connection: 'close',
  });
  const end = () => {
    response.end();
    const farewell = setTimeout(() => response.destroy(), FAREWELL_MS);
    if (typeof farewell === 'object') farewell.unref();
    response.on('close', () => clearTimeout(farewell));
  };
  const reader = stream.open({ write: (chunk) => response.write(chunk), end });
  response.on('drain', () => reader.onDrained());
  response.on('close', () => reader.stop());
  const signal = usefulness(response);
  const stop = () => {
    reader.stop();
    response.end();
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop);
}
