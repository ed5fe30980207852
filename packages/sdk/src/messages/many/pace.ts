import { wait } from '../../call/deadline.ts';
import type { SendManyOptions } from './send-many-request.ts';

/** The maximum number of messages in a period, whose length is in milliseconds. */
export type Rate = Exclude<SendManyOptions['rate'], number | undefined>;

/** Spreads requests over time. */
export interface Pace {
  /** How many messages the next request may contain. */
  readonly nextSize: () => number;
  /** Waits until this number of messages may be sent. Calls get their times in their order. */
  readonly wait: (count: number) => Promise<unknown> | undefined;
}

/** Maximum time between requests, so that messages are not sent in one burst for each period. */
const SMOOTH_MS = 100;

/**
 * Creates the pace of a run. The sizes of requests are chosen so that each period contains whole requests: together they
 * contain exactly the messages of the rate, and no period contains more, wherever it starts.
 *
 * @param chunkSize - Most messages in a request.
 * @param stop - Ends all waits.
 */
export function createPace(rate: Rate | undefined, chunkSize: number, stop: AbortSignal): Pace {
  if (rate === undefined) return { nextSize: () => chunkSize, wait: () => undefined };
  const { messages, per } = rate;
  const largest = Math.max(1, Math.min(chunkSize, Math.floor((messages * SMOOTH_MS) / per)));
  const requests = Math.ceil(messages / largest);
  /** The number of messages in the first requests of a period. */
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
      // Rounded up, because timers count whole milliseconds and would fire too early.
      return begin > now ? wait({ timeoutMs: Math.ceil(begin - now), signal: stop }) : undefined;
    },
  };
}
