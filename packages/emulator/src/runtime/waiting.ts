import { type MessageFilter, type MessageView, messageMatches, viewMessage } from '../domain/message-list.ts';
import { Rejection } from '../domain/rejection.ts';
import type { Message, State } from '../domain/state.ts';
import { LONGEST_TIMEOUT_MS } from './clock-drivers.ts';
import type { Core } from './core.ts';
import { type InstantInput, instant } from './instant.ts';

/** Which message to wait for. What is left out does not matter. */
export interface WaitOptions extends Pick<MessageFilter, 'to' | 'from' | 'account'> {
  /** Text the message contains. */
  contains?: string | undefined;
  /** A pattern of its text; its groups are handed out, for one-time codes. */
  match?: RegExp | undefined;
  /** Only messages queued at this instant or later, or after the message with this UUID. */
  after?: InstantInput | undefined;
  /** Real time to wait, in milliseconds; default 5,000. */
  timeout?: number | undefined;
}

/** A message that was waited for. */
export interface AwaitedMessage extends MessageView {
  /** What the pattern matched: the whole, then its groups; null without a pattern. */
  match: string[] | null;
}

/** Thrown when no message matched in time. */
export class WaitTimeoutError extends Error {
  override readonly name = 'WaitTimeoutError';
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * The latest message that matches, or the next one as soon as it is queued. A scheduled message counts from the moment
 * it comes due; before that nobody's phone can have it.
 */
export async function waitForMessage(
  core: Core,
  options: WaitOptions,
  warn: (message: string) => void,
): Promise<AwaitedMessage> {
  const accepts = acceptor(core.state, options);
  const message = latestMatch(core.state, accepts) ?? (await nextMatch(core, options, accepts, warn));
  return awaited(message, options.match);
}

function nextMatch(
  core: Core,
  options: WaitOptions,
  accepts: (message: Message) => boolean,
  warn: (message: string) => void,
): Promise<Message> {
  warnOfStandingTime(core, warn);
  return new Promise((resolve, reject) => {
    const timeout = Math.min(options.timeout ?? 5_000, LONGEST_TIMEOUT_MS);
    const stop = core.journal.listen(({ fact }) => {
      if (fact.type !== 'batch-queued' && fact.type !== 'batch-released') return;
      const match = core.state.batches.get(fact.batchUuid)?.messages.find(accepts);
      // It is looked at later, once everything that is due at this instant has happened to it.
      if (match !== undefined) end(() => resolve(match));
    });
    const timer = setTimeout(() => end(() => reject(timeoutError(core, options, timeout))), timeout);
    const end = (settle: () => void) => {
      stop();
      clearTimeout(timer);
      settle();
    };
  });
}

function acceptor(state: State, options: WaitOptions): (message: Message) => boolean {
  const isAfter = afterTest(state, options.after);
  return (message) => {
    const { batch } = message;
    if (batch.pending || !isAfter(message) || !messageMatches(message, options)) return false;
    if (options.contains !== undefined && !batch.body.includes(options.contains)) return false;
    return options.match === undefined || execute(options.match, batch.body) !== null;
  };
}

function afterTest(state: State, after: InstantInput | undefined): (message: Message) => boolean {
  if (after === undefined) return () => true;
  if (typeof after === 'string' && UUID.test(after)) {
    const earlier = state.messages.get(after.toLowerCase());
    if (earlier === undefined)
      throw new Rejection('not_found', `There is no message ${after} to wait after.`);
    return (message) => isLater(message, earlier);
  }
  const from = instant(after);
  return (message) => countsFrom(message) >= from;
}

/** A scheduled message counts from the moment it comes due. */
function countsFrom({ batch }: Message): number {
  return Math.max(batch.queuedAt, batch.sendAt ?? 0);
}

/** Of messages that count from one moment, the one queued later is the later one. */
function isLater(message: Message, other: Message): boolean {
  const difference = countsFrom(message) - countsFrom(other);
  return difference === 0 ? message.batch.ordinal > other.batch.ordinal : difference > 0;
}

function latestMatch(state: State, accepts: (message: Message) => boolean): Message | undefined {
  let latest: Message | undefined;
  for (const message of state.messages.values()) {
    if (accepts(message) && (latest === undefined || !isLater(latest, message))) latest = message;
  }
  return latest;
}

function awaited(message: Message, pattern: RegExp | undefined): AwaitedMessage {
  const match = pattern === undefined ? null : execute(pattern, message.batch.body);
  return { ...viewMessage(message), match: match === null ? null : [...match] };
}

/** A pattern with the flag `g` or `y` would go on from where it last matched. */
function execute(pattern: RegExp, text: string): RegExpExecArray | null {
  pattern.lastIndex = 0;
  return pattern.exec(text);
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
  { to, contains, match }: WaitOptions,
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
