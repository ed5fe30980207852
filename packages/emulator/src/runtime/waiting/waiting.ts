import { anySignal, type Checks, isObject, must } from '@messaging-service/contract';
import { oneTimeCodeIn } from '@messaging-service/text';
import { Rejection } from '../../domain/state/rejection.ts';
import { type Batch, dueSeqOf, type State } from '../../domain/state/state.ts';
import {
  type MessageFilter,
  type MessageView,
  messageLine,
  viewMessage,
} from '../../domain/views/message-list.ts';
import { isAfterPosition, type Position } from '../../domain/views/position.ts';
import { senderTest, spelledNumber } from '../../domain/views/spelled-number.ts';
import type { Core } from '../core/core.ts';
import { anything } from '../options/input-check.ts';
import { LONGEST_TIMEOUT_MS } from '../time/clock-drivers.ts';
import type { Duration } from '../time/duration.ts';
import { type InstantInput, instant } from '../time/instant.ts';
import { callAfter } from '../time/real-timers.ts';
import { type MessageTest, nextMatch } from './next-match.ts';
import type { TextPattern } from './text-pattern.ts';
import { waitTimeoutMs } from './wait-timeout.ts';

/**
 * Which message to wait for. A message must meet every condition that you set.
 *
 * @example
 * ```ts
 * const since = emulator.mark();
 * await messages.sendOne(message);
 * const { match } = await emulator.waitForMessage({
 *   to: '447700900123',
 *   account: emulator.account.identifier,
 *   contains: 'code',
 *   match: /code is (\d{6})/,
 *   code: true,
 *   since,
 *   after: '2020-01-01T00:00Z',
 *   timeout: 2000,
 * });
 * console.log(match?.[1]); // 482913
 * ```
 */
export interface WaitOptions extends Pick<MessageFilter, 'to' | 'from' | 'account'> {
  /** Text that the message contains. */
  contains?: string | undefined;
  /**
   * A pattern of the text; its groups are returned, for one-time codes. A text is the source of a pattern. A pattern that is
   * text, or goes over the network, is matched in linear time, so lookarounds and backreferences are refused.
   */
  match?: RegExp | string | undefined;
  /** Whether to wait for a message with a one-time code, returned as `code`. Default: false. */
  code?: boolean | undefined;
  /** Only messages queued at this instant or later, or after the message with this UUID. */
  after?: InstantInput | undefined;
  /** Only messages queued after this mark, or scheduled ones that became due after it. EMU-16. */
  since?: string | undefined;
  /** Real time to wait: milliseconds, or text such as `"30s"`. Default: 5 seconds. */
  timeout?: Duration | undefined;
  /** Aborts the wait, which then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
}

/** Schemas and rules check the values of the options. */
export const WAIT_CHECKS: Checks<WaitOptions> = {
  to: anything,
  from: anything,
  account: anything,
  contains: anything,
  match: anything,
  code: anything,
  after: anything,
  since: anything,
  timeout: anything,
  signal: must('an AbortSignal', (value) => isObject(value) && 'aborted' in value),
};

/** The message that you waited for. */
export interface AwaitedMessage extends MessageView {
  /** The match of the pattern: the whole match, then its groups; null without a pattern. */
  match: string[] | null;
  /** The named groups of the pattern; null when it has none. */
  groups: Record<string, string> | null;
  /** The one-time code in its text, without separators between digits; null when it has none. EMU-19. */
  code: string | null;
}

/** The criteria of a wait, with the pattern in either form, and its callbacks. */
export interface WaitRequest extends Omit<WaitOptions, 'match' | 'since'> {
  /** Returns the position of the mark `since`, which is another one after a reset. */
  readonly since?: (() => Position) | undefined;
  readonly match?: TextPattern | undefined;
  /** Takes warnings. */
  readonly warn: (message: string) => void;
}

/**
 * No message matched in time. The error lists the latest messages of the emulator.
 *
 * @example
 * ```ts
 * import { WaitTimeoutError } from '@messaging-service/emulator';
 *
 * try {
 *   await emulator.waitForMessage({ to: '447700900123', timeout: 10 });
 * } catch (error) {
 *   if (!(error instanceof WaitTimeoutError)) throw error;
 *   console.log(error.message);
 * }
 * ```
 */
export class WaitTimeoutError extends Error {
  override readonly name = 'WaitTimeoutError';
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * The latest message that matches, or the next one as soon as it is queued. A scheduled message counts from the moment
 * it becomes due, because no phone can have it before. The timeout covers the search through stored messages. See
 * EMU-9.
 */
export async function waitForMessage(core: Core, request: WaitRequest): Promise<AwaitedMessage> {
  const { warn, signal, match } = request;
  signal?.throwIfAborted();
  const test = testOf(core, request);
  const timeout = Math.min(waitTimeoutMs(request.timeout), LONGEST_TIMEOUT_MS);
  const over = new AbortController();
  const stop = callAfter(timeout, () => over.abort(timeoutError(core, request, timeout)));
  try {
    const ended = anySignal([over.signal, signal]);
    const message = await nextMatch(core, test, ended, () => {
      const standing = standingTime(core);
      if (standing !== undefined) warn(standing);
    });
    const found = match?.find(message.batch.body);
    return {
      ...viewMessage(message),
      match: (found?.match as string[] | undefined) ?? null,
      groups: (found?.groups as Record<string, string> | null | undefined) ?? null,
      code: oneTimeCodeIn(message.batch.body) ?? null,
    };
  } finally {
    stop();
  }
}

function testOf(core: Core, request: WaitRequest): MessageTest {
  const { to, from, account, contains, match, code, after, since } = request;
  const isAfter = afterTest(core.state, after);
  const isNew = sinceTest(core, since);
  const isSender = from === undefined ? () => true : senderTest(from);
  return {
    number: to === undefined ? undefined : spelledNumber(to),
    acceptsBatch: (batch) => {
      if (batch.messages.length === 0 || batch.pending || !isAfter(batch) || !isNew(batch)) return false;
      return (
        isSender(batch.from) &&
        (account === undefined || batch.accountUuid === account.toLowerCase()) &&
        (contains === undefined || batch.body.includes(contains)) &&
        (match === undefined || match.find(batch.body) !== null) &&
        (code !== true || oneTimeCodeIn(batch.body) !== undefined)
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
    // While the earlier one still waits for its time, every message that is due comes before it.
    return (batch) => !earlier.batch.pending && dueSeqOf(batch) > dueSeqOf(earlier.batch);
  }
  const from = instant(after);
  // A scheduled message counts from the moment at which it is due.
  return ({ queuedAt, sendAt = queuedAt }) => Math.max(queuedAt, sendAt) >= from;
}

function sinceTest(core: Core, since: WaitRequest['since']): (batch: Batch) => boolean {
  if (since === undefined) return () => true;
  let { state } = core;
  let position = since();
  return (batch) => {
    // A reset or a restored snapshot has replaced the history. EMU-16.
    if (core.state !== state) {
      state = core.state;
      position = since();
    }
    return isAfterPosition(batch, position);
  };
}

/** The reason why no message can be queued without a move of the clock, if there is one. */
function standingTime({ agenda, driver }: Core): string | undefined {
  const dueAt = agenda.nextDueAt();
  if (driver.mode !== 'virtual' || dueAt === undefined || dueAt <= driver.now()) return undefined;
  const due = new Date(dueAt).toISOString();
  return `Waiting for a message while time stands still: the next job is due at ${due}. Call clock.advance(), clock.advanceTo() or clock.next(), or POST /clock/advance, to reach that instant.`;
}

/** Messages that the error of a wait lists. */
const MOST_LISTED = 10;

function timeoutError(core: Core, request: WaitRequest, timeout: number): WaitTimeoutError {
  const { to, from, account, contains, match, code, after, since } = request;
  const asked = [
    to && `to ${to}`,
    from && `from ${from}`,
    account && `of account ${account}`,
    contains && `containing ${JSON.stringify(contains)}`,
    match && `matching ${String(match)}`,
    code && 'with a one-time code',
    after !== undefined && `after ${after instanceof Date ? after.toISOString() : after}`,
    since && 'newer than the mark',
  ];
  const what = asked.filter(Boolean).join(', ') || 'of any kind';
  const standing = standingTime(core);
  return new WaitTimeoutError(
    `No message ${what} was queued within ${timeout} ms. ${describeHeld(core.state)}${standing === undefined ? '' : `\n${standing}`}`,
  );
}

/** The latest messages of the emulator, so that a mistyped number or text is easy to find. */
function describeHeld({ index: { messages } }: State): string {
  if (messages.length === 0) return 'The emulator has no messages.';
  const lines = messages.latest(MOST_LISTED).map((message) => `  ${messageLine(viewMessage(message))}`);
  const count = messages.length === 1 ? '1 message' : `${messages.length} messages`;
  const which = messages.length > MOST_LISTED ? `; the latest ${MOST_LISTED} are` : '';
  return `The emulator has ${count}${which}:\n${lines.join('\n')}`;
}
