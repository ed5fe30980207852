import {
  channelSchema,
  messageTextSchema,
  phoneNumberSchema,
  senderIdSchema,
  uuidSchema,
} from '@messaging-service/contract';
import * as z from 'zod/mini';
import { DELIVERY_STATES, WEBHOOK_KINDS } from '../domain/views/delivery-list.ts';
import { isMessageCursor, MESSAGE_STATES } from '../domain/views/message-list.ts';
import { spelledNumber } from '../domain/views/spelled-number.ts';
import { durationSchema, instantSchema, sharedSendersSchema } from '../runtime/options/options-check.ts';
import { parseDuration } from '../runtime/time/duration.ts';
import { parseInstant } from '../runtime/time/instant.ts';
import { limitSchema, windowShape, windowWhole } from './list-query.ts';

/** The longest time that a caller may wait for a message, because connections are not kept forever. */
const LONGEST_WAIT_MS = 60_000;

/** A query without parameters. */
export const nothing = z.strictObject({});

/** `POST /clock/advance`. */
export const advanceSchema = z
  .strictObject({
    by: z.optional(durationSchema),
    to: z.optional(instantSchema),
    /** Whether to keep the state from before, so that the move can be undone. */
    undoable: z.optional(z.boolean()),
    /** The longest duration, in real time. */
    timeout: z.optional(durationSchema),
    /** The largest number of instants that it can visit. */
    maxInstants: z.optional(z.int().check(z.minimum(1, 'must be 1 or more'))),
  })
  .check(
    z.refine(({ by, to }) => (by === undefined) !== (to === undefined), 'must have either "by" or "to"'),
  );

/** `POST /accounts/{uuid}/senders`. */
export const senderSchema = z.strictObject({ sender: senderIdSchema });

/** `PUT /shared-senders`. */
export const poolSchema = z.strictObject({ senders: sharedSendersSchema });

/** A handset's number: digits, with or without the plus, or an integer, as in inbound webhooks. */
const handsetSchema = z.pipe(
  z.pipe(
    z.union([z.string(), z.int()], { error: handsetSentence }),
    z.transform((number: string | number) => String(number)),
  ),
  phoneNumberSchema,
);

function handsetSentence({ input }: { readonly input?: unknown }): string {
  if (input === undefined) return 'is required';
  return 'must be a mobile number with its country code, 7 to 15 digits, such as 447700900123';
}

/** `POST /inbound`. */
export const inboundSchema = z.strictObject({
  from: handsetSchema,
  to: senderIdSchema,
  message: messageTextSchema,
  channel: z.optional(channelSchema),
});

/** `POST /messages/{uuid}/deliver` and `/fail`. */
export const receiptSchema = z.strictObject({
  code: z.optional(
    z
      .string()
      .check(
        z.regex(/^[0-9A-Fa-f]{1,8}$/, 'must be a receipt code: 1 to 8 hexadecimal digits, such as "22"'),
      ),
  ),
  description: z.optional(z.string()),
});

/** A number in a query. A plus that was not escaped arrives as a space. */
const numberQuerySchema = z.pipe(
  z.string(),
  z.transform((text: string) => text.trim()),
);

/** A phone number in a query, in any spelling. */
export const phoneQuerySchema = z.pipe(numberQuerySchema, z.transform(spelledNumber));

/** An instant in a query. A plus that was not escaped arrives as a space. */
export const instantQuerySchema = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.replace(/ (?=\d\d:?\d\d$)/, '+')),
  ),
  z.pipe(
    z
      .string()
      .check(
        z.refine(
          (text) => parseInstant(text) !== undefined,
          'must be an ISO 8601 instant, such as 2026-01-01T09:00Z',
        ),
      ),
    z.transform((text: string) => parseInstant(text)),
  ),
);

/** `GET /messages`. */
export const messagesQuerySchema = z
  .strictObject({
    to: z.optional(phoneQuerySchema),
    from: z.optional(numberQuerySchema),
    account: z.optional(uuidSchema),
    batch: z.optional(uuidSchema),
    channel: z.optional(channelSchema),
    code: z.optional(z.string()),
    after: z.optional(instantQuerySchema),
    before: z.optional(instantQuerySchema),
    since: z.optional(z.string()),
    state: z.optional(z.enum(MESSAGE_STATES)),
    limit: z.optional(limitSchema),
    cursor: z.optional(
      z.string().check(z.refine(isMessageCursor, 'must be the "next" of an earlier response')),
    ),
    ...windowShape,
  })
  .check(windowWhole);

/** `GET /messages/wait`. */
export const waitQuerySchema = z.strictObject({
  to: z.optional(numberQuerySchema),
  from: z.optional(numberQuerySchema),
  account: z.optional(uuidSchema),
  contains: z.optional(z.string()),
  pattern: z.optional(z.string()),
  since: z.optional(z.string()),
  after: z.optional(
    z.pipe(
      z.pipe(
        z.string(),
        // A plus that was not escaped arrives as a space.
        z.transform((text: string) => text.replace(/ (?=\d\d:?\d\d$)/, '+')),
      ),
      z
        .string()
        .check(
          z.refine(
            (text) => parseInstant(text) !== undefined || z.safeParse(uuidSchema, text).success,
            'must be an ISO 8601 instant such as 2026-01-01T09:00Z, or the UUID of a message',
          ),
        ),
    ),
  ),
  timeout: z.optional(
    z.pipe(
      z
        .string()
        .check(
          z.refine(
            (text) => (waitMs(text) ?? Number.POSITIVE_INFINITY) <= LONGEST_WAIT_MS,
            'must be a duration of at most 60s, such as 5000 (milliseconds) or 30s',
          ),
        ),
      z.transform((text: string) => waitMs(text)),
    ),
  ),
});

/** `GET /webhooks`. */
export const webhooksQuerySchema = z
  .strictObject({
    kind: z.optional(z.enum(WEBHOOK_KINDS)),
    account: z.optional(uuidSchema),
    state: z.optional(z.enum(DELIVERY_STATES)),
    limit: z.optional(limitSchema),
    cursor: z.optional(z.string().check(z.regex(/^\d{1,15}$/, 'must be the "next" of an earlier response'))),
    message: z.optional(uuidSchema),
    order: z.optional(z.enum(['queued', 'attempted'])),
    ...windowShape,
  })
  .check(windowWhole);

/** In a query a number of milliseconds is text, too. */
function waitMs(text: string): number | undefined {
  return parseDuration(/^\d+$/.test(text) ? Number(text) : text);
}
