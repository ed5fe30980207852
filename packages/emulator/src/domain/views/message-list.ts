import { type Channel, formatTimestamp, type ReceiptInfo } from '@messaging-service/contract';
import { bareNumber, type Message, type MessageState, type State } from '../state/state.ts';
import {
  type ListWindow,
  mapWindow,
  type Placed,
  pageOf,
  type WindowBounds,
  windowOf,
} from './list-window.ts';
import { isAfterPosition, type Position } from './position.ts';

/** A message as tests, the control API and the inspector see it. Instants are ISO 8601. */
export interface MessageView {
  /** Message UUID. */
  messageUuid: string;
  /** Batch UUID. */
  batchUuid: string;
  /** The account that sent it. */
  accountUuid: string;
  /** The destination as requested. */
  to: string;
  /** The sender ID the handset sees. */
  from: string;
  /** The text. */
  body: string;
  /** Units it takes. */
  units: number;
  /** The channel that carried it; null before it was sent. */
  channel: Channel | null;
  /** Its state. */
  state: 'scheduled' | MessageState;
  /** When it was queued. */
  queuedAt: string;
  /** When it is or was due, if it was scheduled. */
  sendAt: string | null;
  /** When it was handed to the carrier. */
  sentAt: string | null;
  /** When it was delivered or failed. */
  resolvedAt: string | null;
  /** Its receipt, once it was delivered or failed. */
  receipt: ReceiptInfo | null;
  /** The URL of its receipt webhook. */
  callback: string | null;
}

/** The states of a message. */
export const MESSAGE_STATES = [
  'scheduled',
  'queued',
  'sent',
  'delivered',
  'failed',
] as const satisfies MessageView['state'][];

/**
 * Which messages to list. Members that are left out are not compared.
 *
 * @example
 * ```ts
 * const since = emulator.mark();
 * const { batchUuid, from } = await messages.sendOne(message);
 * const found = emulator.messages({
 *   since,
 *   q: 'code -draft state:delivered',
 *   to: '447700900123',
 *   from: from.value,
 *   account: emulator.account.identifier,
 *   batch: batchUuid,
 *   state: 'delivered',
 *   channel: 'sms',
 *   code: '00',
 *   after: '2020-01-01T00:00Z',
 *   before: '2100-01-01T00:00Z',
 *   limit: 10,
 *   cursor: '0.0', // from the start, or the `next` of a page of the control API
 * });
 * console.log(found.length); // 1
 * ```
 */
export interface MessageFilter {
  /** A search: words, `"phrases"`, phone numbers and filters such as `state:failed`; `-` negates one of them. EMU-13. */
  q?: string | undefined;
  /** Destination, with or without the plus. */
  to?: string | undefined;
  /** Sender ID. */
  from?: string | undefined;
  /** Account UUID. */
  account?: string | undefined;
  /** Batch UUID. */
  batch?: string | undefined;
  /** Their state. */
  state?: MessageView['state'] | undefined;
  /** The channel that carried them. */
  channel?: Channel | undefined;
  /** Receipt code, such as `22`. */
  code?: string | undefined;
  /** Only messages queued at this instant or later: ISO 8601. */
  after?: string | undefined;
  /** Only messages queued before this instant: ISO 8601. */
  before?: string | undefined;
  /** Only messages queued after this mark, or scheduled ones that became due after it. EMU-16. */
  since?: string | undefined;
  /** The maximum number of entries. */
  limit?: number | undefined;
  /** The `next` of the previous page. */
  cursor?: string | undefined;
}

/** The names of the filters. */
export const MESSAGE_FILTERS = Object.keys({
  q: true,
  to: true,
  from: true,
  account: true,
  batch: true,
  state: true,
  channel: true,
  code: true,
  after: true,
  before: true,
  since: true,
  limit: true,
  cursor: true,
} satisfies Record<keyof MessageFilter, true>);

/** A filter whose search, mark and instants have been read. */
export interface MessageQuery extends Omit<MessageFilter, 'q' | 'since' | 'after' | 'before'> {
  /** The search. */
  readonly search?: ((message: Message) => boolean) | undefined;
  readonly since?: Position | undefined;
  /** In milliseconds since the epoch. */
  readonly after?: number | undefined;
  /** In milliseconds since the epoch. */
  readonly before?: number | undefined;
}

/** A page of messages, oldest first. */
export interface MessagePage {
  /** The messages. */
  messages: MessageView[];
  /** The cursor of the next page; null when this is the last one. */
  next: string | null;
}

/** Lists messages in the order in which they were queued. */
export function listMessages(state: State, filter: MessageQuery = {}): MessagePage {
  const accepts = (message: Message) => messageMatches(message, filter);
  const { rows, next } = pageOf(messagesAfter(state, filter.cursor), filter.limit, accepts);
  return { messages: rows.map(viewMessage), next };
}

/** Part of the messages that match, oldest first, and how many there are. */
export function listMessageWindow(
  state: State,
  filter: MessageQuery,
  bounds: WindowBounds,
): ListWindow<MessageView> {
  const accepts = (message: Message) => messageMatches(message, filter);
  const found = windowOf(state.messages.values(), bounds, accepts, ({ uuid }) => uuid);
  return mapWindow(found, viewMessage);
}

/** Whether a cursor is one that a page can have ended with. */
export function isMessageCursor(cursor: string): boolean {
  return /^\d{1,15}\.\d{1,15}$/.test(cursor);
}

/** Whether a message matches a filter. */
export function messageMatches(message: Message, filter: MessageQuery): boolean {
  const { batch } = message;
  if (filter.to !== undefined && bareNumber(message.to) !== bareNumber(filter.to)) return false;
  if (filter.since !== undefined && !isAfterPosition(batch, filter.since)) return false;
  if (filter.from !== undefined && batch.from !== filter.from) return false;
  if (filter.account !== undefined && batch.accountUuid !== filter.account.toLowerCase()) return false;
  if (filter.batch !== undefined && batch.uuid !== filter.batch.toLowerCase()) return false;
  if (filter.after !== undefined && batch.queuedAt < filter.after) return false;
  if (filter.before !== undefined && batch.queuedAt >= filter.before) return false;
  if (filter.channel !== undefined && message.channel !== filter.channel) return false;
  if (filter.code !== undefined && message.receipt?.code.toLowerCase() !== filter.code.toLowerCase())
    return false;
  if (filter.state !== undefined && stateOf(message) !== filter.state) return false;
  return filter.search === undefined || filter.search(message);
}

/** A message as tests and the control API see it. */
export function viewMessage(message: Message): MessageView {
  const { batch } = message;
  return {
    messageUuid: message.uuid,
    batchUuid: batch.uuid,
    accountUuid: batch.accountUuid,
    to: message.to,
    from: batch.from,
    body: batch.body,
    units: batch.units,
    channel: message.channel ?? null,
    state: stateOf(message),
    queuedAt: formatTimestamp(batch.queuedAt),
    sendAt: timeOrNull(batch.sendAt),
    sentAt: timeOrNull(message.sentAt),
    resolvedAt: timeOrNull(message.resolvedAt),
    receipt: message.receipt ?? null,
    callback: batch.callback ?? null,
  };
}

/** The state of a message. */
export function stateOf({ batch, state }: Message): MessageView['state'] {
  return batch.pending ? 'scheduled' : state;
}

/** The longest text that a line shows. */
const LONGEST_SHOWN = 100;

/** A message in one line, for error messages. */
export function messageLine({ state, from, to, body }: MessageView): string {
  const text = body.length > LONGEST_SHOWN ? `${body.slice(0, LONGEST_SHOWN)}…` : body;
  return `${state}: ${from} → ${to} ${JSON.stringify(text)}`;
}

function* messagesAfter({ batches }: State, cursor = '0.0'): Generator<Placed<Message>> {
  const [seq = 0, index = 0] = cursor.split('.').map(Number);
  for (const batch of batches.values()) {
    if (batch.seq < seq) continue;
    for (let at = batch.seq === seq ? index + 1 : 0; at < batch.messages.length; at++) {
      yield { item: batch.messages[at] as Message, cursor: `${batch.seq}.${at}` };
    }
  }
}

function timeOrNull(at: number | undefined): string | null {
  return at === undefined ? null : formatTimestamp(at);
}
