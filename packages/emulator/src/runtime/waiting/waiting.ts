import { Rejection } from '../../domain/state/rejection.ts';
import { type Batch, bareNumber, type Message, type State } from '../../domain/state/state.ts';
import {
  type MessageFilter,
  type MessageView,
  messageMatches,
  viewMessage,
} from '../../domain/views/message-list.ts';
import type { Core } from '../core/core.ts';
import { LONGEST_TIMEOUT_MS } from '../time/clock-drivers.ts';
import { type InstantInput, instant } from '../time/instant.ts';
import { countsFrom, isLater, type MessageTest } from './latest-message.ts';
import type { TextPattern } from './text-pattern.ts';
import type { Waiters } from './waiters.ts';

/** Which message to wait for. What is left out does not matter. */
export interface WaitOptions extends Pick<MessageFilter, 'to' | 'from' | 'account'> {
  /** Text the message contains. */
  contains?: string | undefined;
  /** A pattern of its text; its groups are handed out, for one-time codes. */
  match?: RegExp | undefined;
  /** Only messages queued at this instant or later, or after the message with this UUID. */
  after?: InstantInput | undefined;
  /** Only messages queued after this mark, or scheduled ones that came due after it. EMU-16. */
  since?: string | undefined;
  /** Real time to wait, in milliseconds; default 5,000. */
  timeout?: number | undefined;
}

/** A message that was waited for. */
export interface AwaitedMessage extends MessageView {
  /** What the pattern matched: the whole, then its groups; null without a pattern. */
  match: string[] | null;
  /** The named groups of the pattern; null when it has none. */
  groups: Record<string, string> | null;
}

/** What to wait for, with the pattern in whatever form matches it, and who is told of what. */
export interface WaitRequest extends Omit<WaitOptions, 'match'> {
  readonly match?: TextPattern | undefined;
  /** Takes warnings. */
  readonly warn: (message: string) => void;
  /** Ends the wait with its reason, for example when the caller has gone away. */
  readonly signal?: AbortSignal | undefined;
}

/** Thrown when no message matched in time. */
export class WaitTimeoutError extends Error {
  override readonly name = 'WaitTimeoutError';
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * The latest message that matches, or the next one as soon as it is queued. A scheduled message counts from the moment
 * it comes due; before that nobody's phone can have it. The timeout covers the search through the messages that are there,
 * which takes a moment when there are a million.
 */
export async function waitForMessage(
  core: Core,
  waiters: Waiters,
  request: WaitRequest,
): Promise<AwaitedMessage> {
  const message = await nextOrLatest(core, waiters, request);
  const found = request.match?.find(message.batch.body);
  return {
    ...viewMessage(message),
    match: (found?.match as string[] | undefined) ?? null,
    groups: (found?.groups as Record<string, string> | null | undefined) ?? null,
  };
}

function nextOrLatest(core: Core, waiters: Waiters, request: WaitRequest): Promise<Message> {
  const { warn, signal } = request;
  signal?.throwIfAborted();
  const test = testOf(core.state, request);
  const timeout = Math.min(request.timeout ?? 5_000, LONGEST_TIMEOUT_MS);
  return new Promise((resolve, reject) => {
    const wait = { isOver: false, isLate: false, isSearching: true };
    const ends: (() => void)[] = [];
    const end = (settle: () => void) => {
      wait.isOver = true;
      for (const stop of ends) stop();
      settle();
    };
    const abort = () => end(() => reject(signal?.reason as Error));
    signal?.addEventListener('abort', abort);
    ends.push(() => signal?.removeEventListener('abort', abort));
    ends.push(waiters.add(keyOf(request), test, (message) => end(() => resolve(message))));
    const giveUp = () => end(() => reject(timeoutError(core, request, timeout)));
    const timer = setTimeout(() => {
      wait.isLate = true;
      if (!wait.isSearching) giveUp();
    }, timeout);
    ends.push(() => clearTimeout(timer));
    const onSearched = (latest: Message | undefined) => {
      wait.isSearching = false;
      if (latest !== undefined) end(() => resolve(latest));
      else if (wait.isLate) giveUp();
      else warnOfStandingTime(core, warn);
    };
    ends.push(waiters.search(test, () => wait.isLate, onSearched));
    // The search may have ended before it could be stopped.
    if (wait.isOver) for (const stop of ends) stop();
  });
}

/** The same for requests that accept the same messages. */
function keyOf({ to, from, account, contains, match, after }: WaitRequest): string {
  return JSON.stringify([to, from, account, contains, match?.toString(), after]);
}

function testOf(state: State, request: WaitRequest): MessageTest {
  const { to, from, account, contains, match, after } = request;
  const isAfter = afterTest(state, after);
  return {
    number: to === undefined ? undefined : bareNumber(to),
    acceptsBatch: (batch) => {
      const [message] = batch.messages;
      if (message === undefined || batch.pending || !isAfter(batch)) return false;
      if (!messageMatches(message, { from, account })) return false;
      return (
        (contains === undefined || batch.body.includes(contains)) &&
        (match === undefined || match.test(batch.body))
      );
    },
  };
}

function afterTest(state: State, after: InstantInput | undefined): (batch: Batch) => boolean {
  if (after === undefined) return () => true;
  if (typeof after === 'string' && UUID.test(after)) {
    const earlier = state.messages.get(after.toLowerCase());
    if (earlier === undefined)
      throw new Rejection('not_found', `There is no message ${after} to wait after.`);
    return (batch) => isLater(batch, earlier.batch);
  }
  const from = instant(after);
  return (batch) => countsFrom(batch) >= from;
}

function warnOfStandingTime({ agenda, driver }: Core, warn: (message: string) => void): void {
  const dueAt = agenda.nextDueAt();
  if (driver.mode !== 'virtual' || dueAt === undefined || dueAt <= driver.now()) return;
  const due = new Date(dueAt).toISOString();
  warn(
    `Waiting for a message while time stands still: the next job is due at ${due}, and only clock.advance() or clock.advanceTo() brings that instant.`,
  );
}

function timeoutError(
  { state }: Core,
  { to, contains, match }: WaitRequest,
  timeout: number,
): WaitTimeoutError {
  const asked = [
    to && `to ${to}`,
    contains && `containing ${JSON.stringify(contains)}`,
    match && `matching ${String(match)}`,
  ];
  const what = asked.filter(Boolean).join(', ') || 'of any kind';
  return new WaitTimeoutError(
    `No message ${what} was queued within ${timeout} ms; the service holds ${state.messages.size} others.`,
  );
}
