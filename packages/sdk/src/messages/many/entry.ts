import type { CallResult } from '../../call/call-promise.ts';
import { isRecord } from '../../call/values.ts';
import type { MessagingError } from '../../errors/messaging-error.ts';
import type { SentMessage, SentMessages } from '../sent-message.ts';
import { copyPlain } from './copy-plain.ts';

/** How a message went. */
export type Settled =
  | { readonly ok: true; readonly queued: SentMessage }
  | { readonly ok: false; readonly error: MessagingError };

/** A message on its way. */
export interface Entry {
  /** What is sent: a copy of the caller's message, with an identifier. */
  readonly body: unknown;
  /** Whether its identifier is of the client's making. */
  readonly madeId: boolean;
  /** How it went, once that is known. */
  settled?: Settled;
  /** The answer it was queued by, which it may share. */
  result?: CallResult<SentMessages>;
}

/**
 * Makes an entry of a caller's message.
 *
 * @param createId - Makes its identifier, which it keeps however often it has to be sent; undefined to make none.
 */
export function createEntry(message: unknown, createId: (() => string) | undefined): Entry {
  if (!isRecord(message)) return { body: message, madeId: false };
  try {
    const copy = copyPlain(message);
    // What is not plain comes back as it is, and is the caller's.
    const body: Record<string, unknown> = copy === message ? { ...message } : copy;
    const madeId = body.id === undefined && createId !== undefined;
    if (madeId) body.id = createId();
    return { body, madeId };
  } catch {
    // A getter that throws: what cannot be read is refused when it is to be sent, like any other fault.
    return { body: message, madeId: false };
  }
}

/**
 * Whether a refusal of the identifiers could only mean that they were sent before. Of several messages this is left
 * open until each stands alone, since they are divided only while nothing says that they were queued.
 */
export function isAloneUnderMadeId(entries: readonly Entry[]): boolean {
  return entries.length === 1 && entries[0]?.madeId === true;
}

/** The identifier it is sent under. */
export function idOf({ body }: Entry): string | undefined {
  const id = memberOf(body, 'id');
  return typeof id === 'string' ? id : undefined;
}

/** Who it is from, as a text that is the same for messages of the same sender. */
export function senderOf({ body }: Entry, defaults: unknown): string {
  const from = memberOf(body, 'from') ?? memberOf(defaults, 'from');
  const value = memberOf(from, 'value');
  return typeof value === 'string' ? `custom ${value}` : 'shared';
}

/** A member of a value, whatever the value is. */
export function memberOf(value: unknown, name: string): unknown {
  try {
    return isRecord(value) ? value[name] : undefined;
  } catch {
    return undefined;
  }
}
