import { formatTimestamp } from '@messaging-service/contract';
import type { Sandboxes } from '../service/sandboxes.ts';
import type { Service } from '../service/service.ts';
import { eventText } from './event-stream.ts';

/** How often a digest checks for changes: often enough to seem immediate. */
const DIGEST_MS = 100;

/** Reads the digest of a service; undefined when the service has ended. */
type DigestReader = () => Digest | undefined;

/**
 * A line whenever something has changed, at most ten times a second: for pages that show the state. Ten thousand
 * messages are thirty thousand facts, and a page could not process each of them. The core does no work for readers of
 * digests.
 *
 * @param readers - The services, by the name that their events have as `sandbox`; undefined for a stream of one service.
 * @param signal - Ends the stream.
 */
export async function* digestStream(
  readers: ReadonlyMap<string | undefined, DigestReader>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const latest = new Map<string | undefined, Digest | 'gone'>();
  while (!signal.aborted) {
    for (const [sandbox, read] of readers) {
      const digest = read() ?? 'gone';
      if (isSame(latest.get(sandbox), digest)) continue;
      latest.set(sandbox, digest);
      yield digestEvent(sandbox, digest);
    }
    await new Promise((resolve) => setTimeout(resolve, DIGEST_MS));
  }
}

function digestEvent(sandbox: string | undefined, digest: Digest | 'gone'): string {
  const named = sandbox === undefined ? {} : { sandbox };
  if (digest === 'gone') return eventText('gone', named);
  const { now, offset, ...counts } = digest;
  const moved = digest.mode === 'system' ? { offset } : {};
  return eventText('digest', {
    ...named,
    now: formatTimestamp(now),
    ...counts,
    ...moved,
  } satisfies DigestEvent);
}

/** Numbers that change when something has changed. */
interface Digest {
  /** The current time, in milliseconds since the epoch. */
  readonly now: number;
  /** How far the clock is ahead of the machine's, in milliseconds; negative when it is behind. */
  readonly offset: number;
  readonly mode: 'virtual' | 'system';
  /** The latest fact. */
  readonly seq: number;
  /** The latest call of the public API. */
  readonly requests: number;
  /** Number of active faults. */
  readonly faults: number;
  /** Number of sandboxes. */
  readonly sandboxes: number;
  /** Whether a move of the clock is running: `GET /clock/advance` describes it. */
  readonly advancing: boolean;
}

/** A digest as the stream writes it: an event of `GET /events?digest`. */
export type DigestEvent = Omit<Digest, 'now' | 'offset'> & {
  /** With `sandboxes`: the sandbox that it is of; empty for the default one. */
  readonly sandbox?: string;
  readonly now: string;
  /** For a clock that follows the machine's: how far ahead of it the clock was moved, in milliseconds. */
  readonly offset?: number;
};

/** The clock's own ticking is not a change. Its two readings are a moment apart. */
const TICK_MS = 50;

function isSame(a: Digest | 'gone' | undefined, b: Digest | 'gone'): boolean {
  if (a === undefined || a === 'gone' || b === 'gone') return a === b;
  const isMoved = a.mode === 'virtual' ? a.now !== b.now : Math.abs(a.offset - b.offset) > TICK_MS;
  const names = ['seq', 'requests', 'faults', 'sandboxes', 'advancing'] as const;
  return !isMoved && names.every((name) => a[name] === b[name]);
}

/**
 * The readers of a stream of digests.
 *
 * @param named - Identifiers of sandboxes with commas between them; an empty one is the default sandbox. Undefined for a stream
 * of one service.
 */
export function readersOf(
  service: Service,
  sandboxes: Sandboxes,
  named: string | undefined,
): ReadonlyMap<string | undefined, DigestReader> {
  if (named === undefined) return new Map([[undefined, () => digestOf(service, sandboxes)]]);
  const readerOf = (id: string): DigestReader => {
    if (id === '') return () => digestOf(sandboxes.main, sandboxes);
    return () => (sandboxes.has(id) ? digestOf(sandboxes.get(id).service, sandboxes) : undefined);
  };
  return new Map(named.split(',').map((id) => [id, readerOf(id)]));
}

function digestOf({ core, publicApi, requests, timeline }: Service, sandboxes: Sandboxes): Digest {
  const { journal, driver } = core;
  const now = driver.now();
  return {
    now,
    offset: now - Date.now(),
    mode: driver.mode,
    seq: journal.seq,
    requests: requests.latestId,
    faults: publicApi.faults.size,
    sandboxes: sandboxes.size,
    advancing: timeline.running !== undefined,
  };
}
