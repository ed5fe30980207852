import { countUnits } from '@messaging-service/contract';
import { createId } from '../../call/create-id.ts';
import { isRecord } from '../../call/values.ts';
import type { MessagingError } from '../../errors/messaging-error.ts';
import type { SentMessage } from '../sent-message.ts';
import type { FailedStatus, QueuedStatus } from './send-many-request.ts';

/** The outcome of a message. */
export type Settled =
  | { readonly status: QueuedStatus; readonly ok: true; readonly queued: SentMessage }
  | { readonly status: FailedStatus; readonly ok: false; readonly error: MessagingError };

/** A message that is being sent. */
export interface Entry {
  /** The message, as the source returned it. */
  readonly message: unknown;
  /** The content to send: a copy of the message, with an identifier. */
  readonly body: unknown;
  /** Whether the client has generated its identifier. */
  readonly madeId: boolean;
  /** Its outcome, once known. */
  settled?: Settled;
}

/** Creates an entry from a caller's message. Its identifier stays the same for all requests. */
export function createEntry(message: unknown): Entry {
  if (!isRecord(message)) return { message, body: message, madeId: false };
  try {
    const copy = copyRequest(message);
    // A value that is not plain is returned unchanged and belongs to the caller.
    const body: Record<string, unknown> = copy === message ? { ...message } : copy;
    const madeId = body.id === undefined;
    if (madeId) body.id = createId();
    return { message, body, madeId };
  } catch {
    // A getter threw. The message is refused when it is sent, like any other invalid one.
    return { message, body: message, madeId: false };
  }
}

/**
 * Returns whether a refusal of the identifiers can only mean that this request was sent before. For several messages this is
 * unknown until each of them is alone, because a request is only divided if nothing of it was queued.
 */
export function isAloneUnderMadeId(entries: readonly Entry[]): boolean {
  return entries.length === 1 && entries[0]?.madeId === true;
}

/** Returns the identifier of a message. */
export function idOf({ body }: Entry): string | undefined {
  const id = memberOf(body, 'id');
  return typeof id === 'string' ? id : undefined;
}

/** Returns the sender as a text that is equal for messages of the same sender. */
export function senderOf({ body }: Entry, defaults: unknown): string {
  const from = memberOf(body, 'from') ?? memberOf(defaults, 'from');
  const value = memberOf(from, 'value');
  return typeof value === 'string' ? `custom ${value}` : 'shared';
}

/** Returns the units of a message. Each of them costs one credit. */
export function unitsOf({ body }: Entry, defaults: unknown): number {
  const text = memberOf(body, 'body') ?? memberOf(defaults, 'body');
  return typeof text === 'string' ? countUnits(text).units : 1;
}

/** Reads a member of any value. */
function memberOf(value: unknown, name: string): unknown {
  try {
    return isRecord(value) ? value[name] : undefined;
  } catch {
    return undefined;
  }
}

/** Maximum nesting depth of a request: request, messages, message, sender. */
const DEPTH = 4;

/**
 * Copies plain objects and lists, and those inside them, so that the caller can continue to change the originals.
 * Everything else, such as a date or a signal, is not copied, and neither are values that are nested deeper than any
 * field of the specification.
 */
export function copyRequest<Value>(value: Value): Value {
  return copy(value, DEPTH) as Value;
}

function copy(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth === 0) return value;
  if (Array.isArray(value)) return value.map((one) => copy(one, depth - 1));
  if (!isPlain(value)) return value;
  const twin: Record<string, unknown> = { ...value };
  for (const member of Object.keys(twin)) {
    const one = twin[member];
    if (typeof one === 'object') twin[member] = copy(one, depth - 1);
  }
  return twin;
}

/** Checks the end of the prototype chain, because plain objects of other realms have another prototype. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}
