import { formatTimestamp } from '@messaging-service/contract';
import type { JournalEntry } from '../runtime/journal.ts';
import type { Host } from './host.ts';

/** A stream of server-sent events, for a face to write out. */
export interface EventStream {
  /** Begins writing; the answer ends the stream. */
  readonly open: (write: (text: string) => void) => () => void;
}

/** Proxies cut connections on which nothing moves. */
const KEEP_ALIVE_MS = 15_000;

/** Every fact with its time, from now on, or from where the reader left off as far as the journal goes back. */
export function eventStream({ service }: Host, lastEventId: string | undefined): EventStream {
  const { journal } = service.core;
  return {
    open: (write) => {
      write(': every fact, with its time\n\n');
      const since = lastEventId === undefined ? journal.seq : Number(lastEventId);
      for (const entry of journal.entries()) if (entry.seq > since) write(toEvent(entry));
      const stop = journal.listen((entry) => write(toEvent(entry)));
      const keepAlive = setInterval(() => write(': still here\n\n'), KEEP_ALIVE_MS);
      return () => {
        stop();
        clearInterval(keepAlive);
      };
    },
  };
}

function toEvent({ seq, at, fact }: JournalEntry): string {
  return `id: ${seq}\nevent: fact\ndata: ${JSON.stringify({ seq, at: formatTimestamp(at), ...fact })}\n\n`;
}
