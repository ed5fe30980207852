import type { AddMessageResponse, QueuedMessage } from '@messaging-service/contract';
import type { CallResult } from '../../call/call-promise.ts';
import { InsufficientCreditsError, InvalidKeyError } from '../../errors/api-errors.ts';
import { MessagingError } from '../../errors/messaging-error.ts';
import type { Entry, Settled } from './entry.ts';
import { splitRefused } from './split-refused.ts';
import { unitsOf } from './units-of.ts';

/** What sending messages together takes. */
export interface Sending<One extends Entry> {
  /** Sends messages in one request. */
  readonly send: (entries: readonly One[]) => Promise<CallResult<AddMessageResponse>>;
  /** What they share; `send` knows it too. */
  readonly defaults?: unknown;
  /** The error of a message that is no longer to be sent; undefined while it is. */
  readonly stopped?: (entry: One) => MessagingError | undefined;
  /** Is told of each message once it has been settled. */
  readonly onSettled?: (entry: One, settled: Settled) => void;
}

/**
 * Makes a function that sends messages in one request and says of each how it went.
 *
 * When the service refuses the request, nothing of it was queued: it is divided until whoever is at fault stands alone.
 * After any other failure nobody knows, or the failure is none of the messages', and all of them get the error. So no
 * message is in two requests unless the first was refused for certain.
 *
 * What a refusal says of messages that are yet to come is remembered: with a key that is refused, none is sent any
 * more; and when credits do not suffice for one message alone, none that takes as many units or more.
 */
export function createSettle<One extends Entry>({
  send,
  defaults,
  stopped,
  onSettled,
}: Sending<One>): (entries: readonly One[]) => Promise<void> {
  let refusedKey: MessagingError | undefined;
  let credits: { readonly error: MessagingError; readonly units: number } | undefined;

  function finish(entry: One, settled: Settled): void {
    entry.settled = settled;
    onSettled?.(entry, settled);
  }

  function obstacle(entry: One): MessagingError | undefined {
    const error = stopped?.(entry) ?? refusedKey;
    if (error !== undefined || credits === undefined) return error;
    return unitsOf(entry, defaults) >= credits.units ? credits.error : undefined;
  }

  async function settle(entries: readonly One[]): Promise<void> {
    const able: One[] = [];
    for (const entry of entries) {
      const error = obstacle(entry);
      if (error === undefined) able.push(entry);
      else finish(entry, { ok: false, error });
    }
    if (able.length === 0) return;
    try {
      const result = await send(able);
      for (const [i, entry] of able.entries()) {
        entry.result = result;
        // The call's check has counted them.
        finish(entry, { ok: true, queued: result.data.messages[i] as QueuedMessage });
      }
    } catch (error) {
      if (!(error instanceof MessagingError)) throw error;
      await settleRefused(able, error);
    }
  }

  async function settleRefused(entries: readonly One[], error: MessagingError): Promise<void> {
    if (error instanceof InvalidKeyError) refusedKey = error;
    const [only, ...others] = entries;
    if (error instanceof InsufficientCreditsError && only !== undefined && others.length === 0)
      credits = { error, units: Math.min(unitsOf(only, defaults), credits?.units ?? Infinity) };
    const parts = splitRefused(entries, error, defaults);
    if (parts.length === 0) for (const entry of entries) finish(entry, { ok: false, error });
    // One after the other: where credits run out, they have gone to the first.
    for (const part of parts) await settle(part);
  }

  return settle;
}
