import { wait } from '../../call/deadline.ts';

/** At most so many messages in a period. */
export interface Rate {
  readonly messages: number;
  /** Milliseconds. */
  readonly per: number;
}

/** Spreads requests over time. */
export interface Pace {
  /** How many messages the next request may hold. */
  readonly nextSize: () => number;
  /** Waits for the time at which so many messages may be sent. Calls get their times in the order in which they are made. */
  readonly wait: (count: number) => Promise<unknown> | undefined;
}

/** Requests are this far apart at most, so that messages are sent smoothly and not in one burst for each period. */
const SMOOTH_MS = 100;

/**
 * Makes the pace of a run. The sizes of requests are chosen so that any period holds whole requests: together they hold
 * exactly the messages of the rate, and no period of any start holds more.
 *
 * @param chunkSize - Most messages in a request.
 * @param stop - Ends all waits.
 */
export function createPace(rate: Rate | undefined, chunkSize: number, stop: AbortSignal): Pace {
  if (rate === undefined) return { nextSize: () => chunkSize, wait: () => undefined };
  const { messages, per } = rate;
  const largest = Math.max(1, Math.min(chunkSize, Math.floor((messages * SMOOTH_MS) / per)));
  const requests = Math.ceil(messages / largest);
  /** Messages that the first requests of a period hold together. */
  const sum = (count: number) => Math.floor((count * messages) / requests);
  let position = 0;
  let free = performance.now();
  return {
    nextSize() {
      const size = sum(position + 1) - sum(position);
      position = (position + 1) % requests;
      return size;
    },
    wait(count) {
      const now = performance.now();
      const begin = Math.max(now, free);
      free = begin + (count * per) / messages;
      // Rounded up, because timers count whole milliseconds and would ring too early.
      return begin > now ? wait({ timeoutMs: Math.ceil(begin - now), signal: stop }) : undefined;
    },
  };
}
