import { InsufficientCreditsError, InvalidKeyError } from '../../errors/api-errors.ts';
import { MessagingError } from '../../errors/messaging-error.ts';
import type { ResolvedOptions } from '../../options/resolve-options.ts';
import { describeAlreadyQueued, type SentMessage, type SentMessages } from '../sent-message.ts';
import { type Entry, idOf, type Settled, unitsOf } from './entry.ts';
import { createProbe } from './probe.ts';
import { findDuplicates, partByError, statusOf, subjectOf } from './split-refused.ts';
import { createTrials } from './trials.ts';

/** Everything needed to send messages together. */
export interface Sending extends Pick<ResolvedOptions, 'safeResend' | 'report'> {
  /** Sends messages in one request. */
  readonly send: (entries: readonly Entry[]) => Promise<SentMessages>;
  /** Values that the messages share; `send` knows them, too. */
  readonly defaults: unknown;
  /** Returns the error of messages that must not be sent any more, otherwise undefined. */
  readonly stopped: () => MessagingError | undefined;
}

/**
 * Sends messages in one request and settles each of them.
 *
 * @returns The error if the request failed for a reason that its messages did not cause, so that other requests may fail, too.
 */
export type Settle = (entries: readonly Entry[]) => Promise<MessagingError | undefined>;

/**
 * Creates a function that sends messages in one request and settles each of them.
 *
 * When the service refuses the request, nothing of it was queued. Messages that it has queued before are then settled, and the
 * others are sent again in one request. For other reasons, the request is divided until each refused message is alone, if that
 * can help: see split-refused.ts and probe.ts. After any other failure, the outcome is unknown or the messages did not cause
 * the failure, and all of them get the error. A message is sent a second time only if the first request was certainly refused.
 *
 * Refusals that concern later messages are remembered. After a refused key, no message is sent. When the credits do not
 * suffice for a single message, no message with as many units or more is sent. Both can end: the key is accepted again, or
 * credits are added. So one message that would not be sent is tried alone now and then, and when it is queued, the refusal is
 * forgotten: see trials.ts.
 */
export function createSettle({ send, defaults, safeResend, report, stopped }: Sending): Settle {
  const rule = typeof safeResend === 'object' ? safeResend : undefined;
  let refusedKey: MessagingError | undefined;
  let credits: { readonly error: MessagingError; readonly units: number } | undefined;
  const probe = createProbe((entry) => settle([entry], true));
  const trials = createTrials();

  function fail(entry: Entry, error: MessagingError): void {
    entry.settled = { status: statusOf(error), ok: false, error };
  }

  function failAll(entries: readonly Entry[], error: MessagingError): MessagingError {
    for (const entry of entries) fail(entry, error);
    return error;
  }

  /** The remembered refusal that concerns a message. */
  function remembered(entry: Entry): MessagingError | undefined {
    if (refusedKey !== undefined || credits === undefined) return refusedKey;
    return unitsOf(entry, defaults) >= credits.units ? credits.error : undefined;
  }

  /** Tries one message although a refusal is remembered, and settles the others with what it has shown. */
  async function settleChunk(entries: readonly Entry[]): Promise<MessagingError | undefined> {
    const trial = entries.find(remembered);
    if (trial === undefined || stopped() !== undefined || !trials.isDue()) return settle(entries);
    const failure = await attempt([trial], true);
    if (trial.settled?.ok) {
      refusedKey = undefined;
      credits = undefined;
      trials.forget();
    }
    return (await settle(entries.filter((entry) => entry !== trial))) ?? failure;
  }

  /** @param isPart - Whether the messages are part of a request that was refused because of its messages. */
  async function settle(entries: readonly Entry[], isPart = false): Promise<MessagingError | undefined> {
    const able: Entry[] = [];
    for (const entry of entries) {
      const error = stopped() ?? remembered(entry);
      if (error === undefined) able.push(entry);
      else fail(entry, error);
    }
    return able.length === 0 ? refusedKey : attempt(able, isPart);
  }

  async function attempt(entries: readonly Entry[], isPart: boolean): Promise<MessagingError | undefined> {
    try {
      const { messages } = await send(entries);
      probe.forget();
      // The call has matched them with the request.
      for (const [i, entry] of entries.entries()) entry.settled = queuedAs(messages[i] as SentMessage);
      return undefined;
    } catch (error) {
      if (!(error instanceof MessagingError)) throw error;
      return settleRefused(entries, error, isPart);
    }
  }

  async function settleRefused(
    entries: readonly Entry[],
    error: MessagingError,
    isPart: boolean,
  ): Promise<MessagingError | undefined> {
    const duplicates = findDuplicates(entries, error, rule, report);
    if (duplicates.size > 0) {
      settleDuplicates(entries, duplicates, error);
      // The others were not queued, because a request is queued as a whole or not at all.
      return settle(
        entries.filter((_, position) => !duplicates.has(position)),
        true,
      );
    }
    if (error instanceof InvalidKeyError) refusedKey = error;
    const subject = subjectOf(error, entries.length);
    if (subject === 'request') return failAll(entries, error);
    const [only, ...others] = entries;
    if (only === undefined || others.length === 0) {
      if (error instanceof InsufficientCreditsError && only !== undefined)
        credits = { error, units: Math.min(unitsOf(only, defaults), credits?.units ?? Infinity) };
      failAll(entries, error);
      return undefined;
    }
    return subject === 'unclear' && !isPart ? settleUnclear(entries, error) : divide(entries, error);
  }

  function settleDuplicates(
    entries: readonly Entry[],
    duplicates: ReadonlySet<number>,
    error: MessagingError,
  ) {
    const seen = new Set<string | undefined>();
    for (const [position, entry] of entries.entries()) {
      const id = idOf(entry)?.toLowerCase();
      // An earlier message of the same request has the identifier.
      if (duplicates.has(position))
        entry.settled = seen.has(id) ? { status: 'refused', ok: false, error } : queuedBefore(entry, error);
      seen.add(id);
    }
  }

  /** With `safeResend`, the caller declares that no other message has the identifiers, so the message is queued. */
  function queuedBefore(entry: Entry, error: MessagingError): Settled {
    const status = 'queued-before';
    if (safeResend === false) return { status, ok: false, error };
    const [queued] = describeAlreadyQueued({ messages: [entry.body as object], defaults }).messages;
    return { status, ok: true, queued: queued as SentMessage };
  }

  async function divide(entries: readonly Entry[], error: MessagingError): Promise<undefined> {
    const parts = partByError(entries, error, defaults);
    if (parts === undefined) await halve(entries);
    else if (parts.length === 0) failAll(entries, error);
    // One after the other, so that the first messages get the credits when they run out.
    else for (const part of parts) await settle(part, true);
  }

  async function settleUnclear(
    entries: readonly Entry[],
    error: MessagingError,
  ): Promise<MessagingError | undefined> {
    const rest = await probe.run(entries, error);
    if (rest === undefined) {
      // The rest was never tried alone, so whether the messages themselves are the reason is unknown.
      for (const entry of entries) entry.settled ??= { status: 'not-sent', ok: false, error };
      return error;
    }
    if (rest.length > 0) await settle(rest, true);
    return undefined;
  }

  /** Divides messages until each refused one is alone. At least one of them is refused. */
  async function halve(entries: readonly Entry[]): Promise<void> {
    if (entries.length < 2) return void (await settle(entries, true));
    // The first half first, so that credits last for the messages in their order.
    const middle = Math.ceil(entries.length / 2);
    const first = entries.slice(0, middle);
    const second = entries.slice(middle);
    await settle(first, true);
    // If the whole first half was queued, the second half certainly contains a refused message and is divided directly.
    if (first.every(({ settled }) => settled?.ok)) await halve(second);
    else await settle(second, true);
  }

  return settleChunk;
}

function queuedAs(queued: SentMessage): Settled {
  const isBefore = 'alreadyQueued' in queued && queued.alreadyQueued === true;
  return { status: isBefore ? 'queued-before' : 'queued', ok: true, queued };
}
