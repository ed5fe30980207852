import {
  anySignal,
  type Checks,
  channelSchema,
  flagSchema,
  type InboundMessage,
  inboundMessageSchema,
  uuidSchema,
} from '@messaging-service/contract';
import * as z from 'zod/mini';
import type { ReplyOptions } from '../api.ts';
import { receiveInbound } from '../domain/use-cases/inbound.ts';
import { type ReceiptRequest, resolveByHand } from '../domain/use-cases/results-by-hand.ts';
import {
  listMessages,
  MESSAGE_FILTERS,
  MESSAGE_STATES,
  type MessageFilter,
  type MessageQuery,
  type MessageView,
  viewMessage,
} from '../domain/views/message-list.ts';
import { isDestination, NOT_A_DESTINATION } from '../domain/views/spelled-number.ts';
import { deliverySchema, failureSchema, inboundSchema } from '../runtime/options/by-hand.ts';
import { doc, optional } from '../runtime/options/doc.ts';
import { anything, requireNames, requireOptions } from '../runtime/options/input-check.ts';
import { parseDuration } from '../runtime/time/duration.ts';
import { instant, parseInstant } from '../runtime/time/instant.ts';
import { linearPattern, nativePattern, patternText } from '../runtime/waiting/text-pattern.ts';
import { waitTimeoutMs } from '../runtime/waiting/wait-timeout.ts';
import {
  type AwaitedMessage,
  WAIT_CHECKS,
  type WaitOptions,
  waitForMessage,
} from '../runtime/waiting/waiting.ts';
import { type ControlsOf, control } from './control.ts';
import { type Endpoint, endpoint, found } from './endpoint.ts';
import {
  account,
  instantParameter,
  instantText,
  limit,
  pageCursor,
  windowShape,
  windowWhole,
} from './queries.ts';
import { EXAMPLES, messageAnswer, messageShape, page, textOrNull } from './values.ts';

/** The longest time that a caller may wait for a message, because connections are not kept forever. */
const LONGEST_WAIT_MS = 60_000;

/** A number in a query. A plus that was not escaped arrives as a space. */
const numberText = z.string().check(z.trim());

const destination = numberText.check(z.refine((text) => isDestination(text), NOT_A_DESTINATION));
const to = optional(destination, 'Destination, with or without the plus.', EXAMPLES.handset);
const from = optional(numberText, 'Sender ID.', 'DEMO');
const since = optional(
  z.string(),
  'Only messages that were queued, or became due, after this mark.',
  EXAMPLES.mark,
);

const isCursor = z.refine<string>(
  (cursor) => /^\d{1,15}\.\d{1,15}$/.test(cursor),
  'must be the "next" of an earlier response',
);

const messagesQuery = z
  .strictObject({
    to,
    from,
    account,
    batch: optional(uuidSchema, 'Batch UUID.', EXAMPLES.batch),
    channel: optional(channelSchema, 'The channel that carried the messages.', 'sms'),
    code: optional(z.string(), 'Receipt code.', '22'),
    after: optional(instantParameter, 'Only messages queued at this instant or later.', EXAMPLES.now),
    before: optional(instantParameter, 'Only messages queued before this instant.', EXAMPLES.later),
    since,
    state: optional(z.enum(MESSAGE_STATES), 'The state of the message or the delivery.', 'delivered'),
    limit,
    cursor: pageCursor(z.string().check(isCursor)),
    ...windowShape,
  } satisfies Record<keyof MessageQuery, z.ZodMiniType>)
  .check(windowWhole);

/** In a query a number of milliseconds is text, too. */
function waitMs(given: string): number | undefined {
  return parseDuration(/^\d+$/.test(given) ? Number(given) : given);
}

const isWait = z.refine<string>(
  (given) => (waitMs(given) ?? Number.POSITIVE_INFINITY) <= LONGEST_WAIT_MS,
  'must be a duration of at most 60s, such as 5000 (milliseconds) or 30s',
);

const waitQuery = z.strictObject({
  to,
  from,
  account,
  contains: optional(z.string(), 'Text that the message contains.', 'code'),
  pattern: optional(
    z.string(),
    'A regular expression that is matched in linear time: no lookaround, no backreferences.',
    'code is (\\d{6})',
  ),
  code: optional(
    flagSchema,
    'With `true`, only messages with a one-time code, which is returned as `code`. Default: `false`.',
    true,
  ),
  since,
  after: optional(
    instantText.check(
      z.refine(
        (given) => parseInstant(given) !== undefined || z.safeParse(uuidSchema, given).success,
        'must be an ISO 8601 instant such as 2026-01-01T09:00Z, or the UUID of a message',
      ),
    ),
    'Only messages queued at this instant or later, or after the message with this UUID.',
    EXAMPLES.now,
  ),
  timeout: optional(
    z.pipe(z.string().check(isWait), z.transform(waitMs)),
    'Real time to wait; 5 s by default, 60 s at most.',
    '5s',
  ),
});

const awaitedAnswer = z.strictObject({
  ...messageShape,
  match: doc(
    z.nullable(z.array(z.nullable(z.string()))),
    'The text that `pattern` matches, then its groups; null without a pattern.',
    ['code is 482913', '482913'],
  ),
  groups: doc(
    z.nullable(z.record(z.string(), z.string())),
    'The named groups of `pattern`; null when it has none.',
    { code: '482913' },
  ),
  code: textOrNull(
    'The one-time code in the text, without separators between digits; null when it has none.',
    '482913',
  ),
});

const id = ['A UUID.', EXAMPLES.message] as const;

/** Controls of messages. */
export interface MessageControls {
  /**
   * Lists the messages that match your filter, oldest first. Default: all messages.
   *
   * @param filter - Your conditions. A message must meet all of them.
   * @throws {TypeError} A condition is not valid.
   * @throws {Error} `since` is not a mark.
   *
   * @example
   * ```ts
   * await messages.sendOne(message);
   * for (const { to, state } of await emulator.messages({ to: '447700900123', state: 'delivered' })) console.log(to, state);
   * ```
   */
  messages(filter?: MessageFilter): MessageView[];

  /**
   * Waits for a message. Returns the latest match, or the next one as soon as it is queued.
   *
   * @throws {WaitTimeoutError} No message matched in time. The error lists the latest messages.
   * @throws {Error} The emulator was closed.
   *
   * @example
   * ```ts
   * await messages.sendOne(message);
   * const { match } = await emulator.waitForMessage({ to: '447700900123', match: /code is (\d{6})/ });
   * ```
   */
  waitForMessage(options?: WaitOptions): Promise<AwaitedMessage>;

  /**
   * Marks a queued or sent message as delivered, as the network would.
   *
   * @throws {Error} The message does not exist, is not queued or sent, or the code contradicts the delivery.
   * @throws {TypeError} The code is not 1 to 8 hexadecimal digits.
   *
   * @example
   * ```ts
   * const { messageUuid } = await messages.sendOne({ ...message, to: '447700900700' });
   * const { state } = await emulator.deliver(messageUuid);
   * console.log(state); // delivered
   * ```
   */
  deliver(messageUuid: string, receipt?: ReceiptRequest): MessageView;

  /**
   * Marks a queued or sent message as failed, with a receipt code. Default: `22`.
   *
   * @throws {Error} The message does not exist, is not queued or sent, or the code means success.
   * @throws {TypeError} The code is not 1 to 8 hexadecimal digits.
   *
   * @example
   * ```ts
   * const { messageUuid } = await messages.sendOne({ ...message, to: '447700900700' });
   * const { receipt } = await emulator.fail(messageUuid, '30');
   * console.log(receipt?.description);
   * ```
   */
  fail(messageUuid: string, code?: string, description?: string): MessageView;
}

const INVALID_FILTER = 'The filter of messages() is not valid';
const INVALID_WAIT = 'The options of waitForMessage() are not valid';
const INVALID_RECEIPT = 'The receipt is not valid';

/** The controls of messages. */
export const messageControls: ControlsOf<MessageControls> = {
  messages: control('listMessages', 'GET /messages', {
    input: (filter = {}) => ({
      query: requireNames(INVALID_FILTER, filter, MESSAGE_FILTERS),
    }),
    invalid: INVALID_FILTER,
    pages: 'messages',
    output: ({ messages }) => messages,
    tag: 'messages',
    description: 'Lists messages, oldest first, in pages.',
    query: messagesQuery,
    answer: z.strictObject({
      messages: doc(z.array(messageAnswer), 'The messages of the page, oldest first.'),
      ...page,
    }),
    run: ({ service, query }) => listMessages(service, query),
  }),
  waitForMessage: control('waitForMessage', 'GET /messages/wait', {
    input: (options = {}) => {
      const {
        match,
        timeout: duration,
        after,
        signal,
        ...filter
      } = requireOptions<WaitOptions>(INVALID_WAIT, options, WAIT_CHECKS);
      const timeout = waitTimeoutMs(duration);
      const query = {
        ...filter,
        after: after instanceof Date || typeof after === 'number' ? new Date(instant(after)) : after,
        timeout: Math.min(timeout, LONGEST_WAIT_MS),
        pattern: match && patternText(match),
      };
      return { query, native: { match: match instanceof RegExp ? match : undefined, timeout }, signal };
    },
    invalid: 'The options of waitForMessage() are not valid',
    isAsync: true,
    // As in a `RegExpMatchArray`, a group without a match is undefined, which its type does not say.
    output: ({ match, ...message }) => ({
      ...message,
      match: (match?.map((group) => group ?? undefined) as string[] | undefined) ?? null,
    }),
    tag: 'messages',
    description: 'Returns the latest message that matches, or the next one as soon as it is queued.',
    query: waitQuery,
    answer: awaitedAnswer,
    refusals: ['not_found', 'wait_timeout', 'unavailable'],
    run: async ({ service, query: { pattern, since: mark, ...query }, native, signal }) => {
      const { core, warn, ended } = service;
      const since = mark === undefined ? undefined : () => service.positionOf(mark);
      const stopped = signal === undefined ? ended : anySignal([signal, ended]);
      const request = { ...query, timeout: native?.timeout ?? query.timeout, since, warn, signal: stopped };
      // Without another turn, because a wait in this process must begin before the caller's next send.
      if (native?.match !== undefined)
        return waitForMessage(core, { ...request, match: nativePattern(native.match) });
      if (pattern === undefined) return waitForMessage(core, request);
      return waitForMessage(core, { ...request, match: await linearPattern(pattern) });
    },
  }),
  deliver: control('deliverMessage', 'POST /messages/{id}/deliver', {
    input: (messageUuid, receipt = {}) => ({ id: messageUuid, body: receipt }),
    invalid: INVALID_RECEIPT,
    tag: 'messages',
    id,
    description: 'Marks a queued or sent message delivered.',
    body: deliverySchema,
    answer: messageAnswer,
    refusals: ['not_found', 'conflict'],
    run: ({ service, id: uuid, body }) =>
      service.execute((tx) => viewMessage(resolveByHand(tx, uuid, true, body))),
  }),
  fail: control('failMessage', 'POST /messages/{id}/fail', {
    input: (messageUuid, code, description) => ({ id: messageUuid, body: { code, description } }),
    invalid: INVALID_RECEIPT,
    tag: 'messages',
    id,
    description: 'Marks a queued or sent message failed.',
    body: failureSchema,
    answer: messageAnswer,
    refusals: ['not_found', 'conflict'],
    run: ({ service, id: uuid, body }) =>
      service.execute((tx) => viewMessage(resolveByHand(tx, uuid, false, body))),
  }),
};

/** What a phone does: see `handset()` of an emulator. */
export interface HandsetControls {
  /** Sends a text from a phone to a sender ID, by default to that of the latest message that it got. */
  reply(number: string, message: string, options?: ReplyOptions): InboundMessage;
}

const INVALID_REPLY = 'The reply is not valid';

const REPLY_CHECKS: Checks<ReplyOptions> = { to: anything, channel: anything };

/** The controls of phones. */
export const handsetControls: ControlsOf<HandsetControls> = {
  reply: control('receiveInbound', 'POST /inbound', {
    input: (number, message, options = {}) => ({
      body: { ...requireOptions(INVALID_REPLY, options, REPLY_CHECKS), from: number, message },
    }),
    invalid: INVALID_REPLY,
    tag: 'messages',
    description: 'Sends a message from a handset to a sender ID. Returns the payload of the webhook.',
    body: inboundSchema,
    answer: inboundMessageSchema,
    refusals: ['not_found'],
    run: ({ service, body }) => service.execute((tx) => receiveInbound(tx, body)),
  }),
};

/** The other rows of messages. */
export const MESSAGE_ENDPOINTS: readonly Endpoint[] = [
  endpoint('getMessage', 'GET /messages/{id}', {
    tag: 'inspector',
    id,
    description: 'Returns one message.',
    answer: messageAnswer,
    run: ({ service, id: uuid }) => viewMessage(found(service.core.state.messages, uuid, 'message')),
  }),
];
