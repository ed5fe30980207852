import { CHANNELS, type Channel, formatTimestamp, type ReceiptInfo } from '@messaging-service/contract';
import { bareNumber, type Message, type MessageState, type State } from '../state/state.ts';
import { type Filters, pageOf, passesAll, type WindowBounds, windowOf } from './list-window.ts';
import { isAfterPosition, type Position } from './position.ts';
import { parseSearch } from './search.ts';
import {
  accountFilter,
  numberFilter,
  periodFilter,
  textFilter,
  timeFilters,
  valueFilter,
} from './search-filters.ts';
import { senderTest, spelledNumber } from './spelled-number.ts';

/** A message, as you see it in tests, in the control API and in the inspector. Instants are ISO 8601. */
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
  /** The fault that hit its request, as a sentence; absent without one. EMU-6. */
  fault?: string | undefined;
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
 * Which messages to list. Leave out a condition to list all.
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
 * });
 * console.log(found.length); // 1
 * ```
 */
export interface MessageFilter {
  /** A search: words, `"phrases"`, phone numbers and filters such as `state:failed`; `-` negates one of them. EMU-13. */
  q?: string | undefined;
  /** Destination, in any notation with its country code, such as `+44 7700 900123`. */
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
}

/** A filter whose instants have been read, in milliseconds since the epoch, and the part of the list. */
export interface MessageQuery extends Omit<MessageFilter, 'after' | 'before'>, Omit<WindowBounds, 'limit'> {
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  /** The `next` of the previous page. */
  readonly cursor?: string | undefined;
}

/** The parts of a service that a list of messages needs. */
interface Messages {
  readonly core: { readonly state: State; readonly driver: { now(): number } };
  positionOf(mark: string): Position;
}

const FILTERS: Filters<Message, Omit<MessageQuery, 'cursor' | keyof WindowBounds>, Messages> = {
  to: (text) => {
    const number = spelledNumber(text);
    return (message) => bareNumber(message.to) === number;
  },
  from: (text) => {
    const isSender = senderTest(text);
    return ({ batch }) => isSender(batch.from);
  },
  account: (uuid) => (message) => message.batch.accountUuid === uuid.toLowerCase(),
  batch: (uuid) => (message) => message.batch.uuid === uuid.toLowerCase(),
  state: (state) => (message) => stateOf(message) === state,
  channel: (channel) => (message) => message.channel === channel,
  code: (code) => (message) => message.receipt?.code.toLowerCase() === code.toLowerCase(),
  after: (at) => (message) => message.batch.queuedAt >= at,
  before: (at) => (message) => message.batch.queuedAt < at,
  since: (mark, service) => {
    const position = service.positionOf(mark);
    return ({ batch }) => isAfterPosition(batch, position);
  },
  q: (text, { core }) => messageSearch(text, core.state, core.driver.now()),
};

/** The names of the members of a filter. */
export const MESSAGE_FILTERS = [...Object.keys(FILTERS), 'limit'];

/** When something happened to a message, or is due. */
export function timesOf({ batch, sentAt, resolvedAt }: Message): readonly (number | undefined)[] {
  return [batch.queuedAt, batch.sendAt, sentAt, resolvedAt];
}

/** Reads a search for messages. EMU-13. */
function messageSearch(q: string, state: State, now: number): (message: Message) => boolean {
  return parseSearch<Message>(
    q,
    {
      state: valueFilter(MESSAGE_STATES, stateOf),
      to: numberFilter(({ to }) => [bareNumber(to)]),
      from: numberFilter(({ batch }) => [batch.from]),
      account: accountFilter(state, ({ batch }) => batch.accountUuid),
      code: textFilter(({ receipt }) => [receipt?.code]),
      channel: valueFilter(CHANNELS, ({ channel }) => channel),
      ...timeFilters(now, ({ batch }) => batch.queuedAt),
      sent: periodFilter(now, ({ sentAt }) => [sentAt]),
      resolved: periodFilter(now, ({ resolvedAt }) => [resolvedAt]),
      during: periodFilter(now, timesOf),
      batch: textFilter(({ batch }) => [batch.uuid]),
    },
    ({ uuid, to, batch: { uuid: batchUuid, from, body } }) => ({
      texts: [body, from],
      numbers: [bareNumber(to), from],
      ids: [uuid, batchUuid],
    }),
  );
}

/**
 * Lists messages in the order in which they were queued: a page with the cursor of the next one or, with an `offset`, a part
 * with the length of the list.
 *
 * @throws {Rejection} The search or the mark is not valid.
 */
export function listMessages(service: Messages, query: MessageQuery) {
  const { state } = service.core;
  const accepts = passesAll(FILTERS, query, service);
  const list = { accepts, view: viewMessage, idOf: ({ uuid }: Message) => uuid, cursorOf };
  const { rows, ...rest } =
    query.offset === undefined
      ? pageOf(messagesAfter(state, query.cursor), query.limit, list)
      : { next: null, ...windowOf(state.index.messages, query, list) };
  return { messages: rows, ...rest };
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
    ...(batch.fault !== undefined && { fault: batch.fault }),
  };
}

/** The state of a message. See MSG-16. */
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

/** The place of a message in the history: the number of the fact that queued its batch, and its index in the batch. */
function cursorOf(message: Message): string {
  const { seq, messages } = message.batch;
  return `${seq}.${messages.indexOf(message)}`;
}

function* messagesAfter({ index: { messages } }: State, cursor = '0.0'): Generator<Message> {
  const [after = 0, index = 0] = cursor.split('.').map(Number);
  let toSkip = index + 1;
  for (const message of messages.since(after)) {
    if (message.batch.seq === after && toSkip > 0) toSkip--;
    else yield message;
  }
}

function timeOrNull(at: number | undefined): string | null {
  return at === undefined ? null : formatTimestamp(at);
}
