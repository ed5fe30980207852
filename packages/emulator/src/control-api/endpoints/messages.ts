import { channelSchema, flagSchema, inboundMessageSchema, uuidSchema } from '@messaging-service/contract';
import * as z from 'zod/mini';
import { Rejection } from '../../domain/state/rejection.ts';
import { receiveInbound } from '../../domain/use-cases/inbound.ts';
import { resolveByHand } from '../../domain/use-cases/results-by-hand.ts';
import {
  listMessages,
  MESSAGE_STATES,
  type MessageQuery,
  viewMessage,
} from '../../domain/views/message-list.ts';
import { deliverySchema, failureSchema, inboundSchema } from '../../runtime/options/by-hand.ts';
import { doc, optional } from '../../runtime/options/doc.ts';
import { parseDuration } from '../../runtime/time/duration.ts';
import { parseInstant } from '../../runtime/time/instant.ts';
import { linearPattern } from '../../runtime/waiting/text-pattern.ts';
import { WaitTimeoutError, waitForMessage } from '../../runtime/waiting/waiting.ts';
import { type Endpoint, endpoint, found } from '../endpoint.ts';
import {
  account,
  instantParameter,
  instantText,
  limit,
  pageCursor,
  windowShape,
  windowWhole,
} from '../queries.ts';
import { EXAMPLES, messageAnswer, messageShape, page, textOrNull } from '../values.ts';

/** The longest time that a caller may wait for a message, because connections are not kept forever. */
const LONGEST_WAIT_MS = 60_000;

/** A number in a query. A plus that was not escaped arrives as a space. */
const numberText = z.string().check(z.trim());

const to = optional(numberText, 'Destination, with or without the plus.', EXAMPLES.handset);
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
    'true',
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

/** Messages to and from handsets. */
export const MESSAGE_ENDPOINTS: readonly Endpoint[] = [
  endpoint('listMessages', 'GET /messages', {
    tag: 'messages',
    description: 'Lists messages, oldest first, in pages.',
    query: messagesQuery,
    answer: z.strictObject({
      messages: doc(z.array(messageAnswer), 'The messages of the page, oldest first.'),
      ...page,
    }),
    run: ({ service, query }) => listMessages(service, query),
  }),
  endpoint('waitForMessage', 'GET /messages/wait', {
    tag: 'messages',
    description: 'Returns the latest message that matches, or the next one as soon as it is queued.',
    query: waitQuery,
    answer: awaitedAnswer,
    refusals: ['not_found', 'wait_timeout', 'unavailable'],
    run: async ({ service, query: { pattern, since: mark, ...query }, signal }) => {
      const { core, warn } = service;
      const match = pattern === undefined ? undefined : await linearPattern(pattern);
      const since = mark === undefined ? undefined : () => service.positionOf(mark);
      const ended = AbortSignal.any([signal, service.ended]);
      return waitForMessage(core, { ...query, since, match, warn, signal: ended }).catch(rejectLate);
    },
  }),
  endpoint('deliverMessage', 'POST /messages/{id}/deliver', {
    tag: 'messages',
    id,
    description: 'Marks a queued or sent message delivered.',
    body: deliverySchema,
    answer: messageAnswer,
    refusals: ['not_found', 'conflict'],
    run: ({ service, id: uuid, body }) =>
      service.execute((tx) => viewMessage(resolveByHand(tx, uuid, true, body))),
  }),
  endpoint('failMessage', 'POST /messages/{id}/fail', {
    tag: 'messages',
    id,
    description: 'Marks a queued or sent message failed.',
    body: failureSchema,
    answer: messageAnswer,
    refusals: ['not_found', 'conflict'],
    run: ({ service, id: uuid, body }) =>
      service.execute((tx) => viewMessage(resolveByHand(tx, uuid, false, body))),
  }),
  endpoint('receiveInbound', 'POST /inbound', {
    tag: 'messages',
    description: 'Sends a message from a handset to a sender ID. Returns the payload of the webhook.',
    body: inboundSchema,
    answer: inboundMessageSchema,
    refusals: ['not_found'],
    run: ({ service, body }) => service.execute((tx) => receiveInbound(tx, body)),
  }),
  endpoint('getMessage', 'GET /messages/{id}', {
    tag: 'inspector',
    id,
    description: 'Returns one message.',
    answer: messageAnswer,
    run: ({ service, id: uuid }) => viewMessage(found(service.core.state.messages, uuid, 'message')),
  }),
];

function rejectLate(error: unknown): never {
  throw error instanceof WaitTimeoutError ? new Rejection('wait_timeout', error.message) : error;
}
