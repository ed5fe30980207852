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

/** How often a digest looks for changes: often enough to seem immediate. */
const DIGEST_MS = 100;

/**
 * A line whenever something has changed, at most ten times a second: for pages that show the state. Ten thousand
 * messages are thirty thousand facts, and a page that got each would do nothing else; nor does the core do anything
 * for a reader of digests.
 */
export function digestStream(read: () => Digest): EventStream {
  return {
    open: (write) => {
      let last: Digest | undefined;
      const look = () => {
        const digest = read();
        if (last !== undefined && isSame(last, digest)) return;
        last = digest;
        const { now, mode, seq, requests, faults, sandboxes } = digest;
        const data = { now: formatTimestamp(now), mode, seq, requests, faults, sandboxes };
        write(`event: digest\ndata: ${JSON.stringify(data)}\n\n`);
      };
      look();
      const looking = setInterval(look, DIGEST_MS);
      const keepAlive = setInterval(() => write(': still here\n\n'), KEEP_ALIVE_MS);
      return () => {
        clearInterval(looking);
        clearInterval(keepAlive);
      };
    },
  };
}

/** Numbers that move when something has changed. */
export interface Digest {
  /** The present, in milliseconds since the epoch. */
  readonly now: number;
  /** How far a clock that follows the machine's was moved. */
  readonly offset: number;
  readonly mode: 'virtual' | 'system';
  /** The latest fact. */
  readonly seq: number;
  /** The latest call of the public API. */
  readonly requests: number;
  /** Faults in force. */
  readonly faults: number;
  /** Sandboxes there are. */
  readonly sandboxes: number;
}

/** The clock's own ticking is no change; the two readings of it are a moment apart. */
const TICK_MS = 50;

function isSame(a: Digest, b: Digest): boolean {
  const isMoved = a.mode === 'virtual' ? a.now !== b.now : Math.abs(a.offset - b.offset) > TICK_MS;
  const names = ['seq', 'requests', 'faults', 'sandboxes'] as const;
  return !isMoved && names.every((name) => a[name] === b[name]);
}
