import * as z from 'zod/mini';
import {
  type Channel,
  channelsSchema,
  identifierSchema,
  messageTextSchema,
  nameSchema,
  type OpenEnum,
  phoneNumberSchema,
  senderIdSchema,
  timestampSchema,
  uuidSchema,
  webhookUrlSchema,
} from './primitives.ts';
import { choice, isRecord, list, notEmpty, openTo, requestObject } from './schema.ts';

/**
 * A sender ID that your account owns. Recipients can reply to it.
 *
 * @example
 * ```ts
 * import type { CustomSender } from '@messaging-service/contract';
 *
 * export const from: CustomSender = { type: 'custom', value: 'DEMO' };
 * ```
 */
export interface CustomSender {
  /** You choose a sender ID of your account. */
  type: 'custom';
  /** The sender ID: a name or a number. The service refuses one that your account does not own. */
  value: string;
}

/**
 * A sender ID that the service chooses from its shared pool. It has no `value`, because the service chooses.
 *
 * @example
 * ```ts
 * import type { SharedSender } from '@messaging-service/contract';
 *
 * export const from: SharedSender = { type: 'shared' };
 * ```
 */
export interface SharedSender {
  /** The service chooses. A handset always sees the same shared sender ID of your account. */
  type: 'shared';
}

/** Who a message is from. See MSG-2. */
export type Sender = CustomSender | SharedSender;

/**
 * One message to send.
 *
 * @example
 * ```ts
 * import { addMessageRequestSchema, type OutboundMessage, validate } from '@messaging-service/contract';
 *
 * const message: OutboundMessage = {
 *   to: '447700900123',
 *   from: { type: 'custom', value: 'DEMO' },
 *   body: 'See you at nine',
 *   callback: 'https://example.com/receipts',
 *   channels: ['rcs', 'sms'],
 *   id: '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f',
 *   send_at: '2030-01-01T08:00Z',
 * };
 * validate(addMessageRequestSchema, { messages: [message] }).ok; // true
 * ```
 */
export interface OutboundMessage {
  /** Destination mobile number: digits with the country code, with or without a leading plus. */
  to: string;
  /** The sender ID: one the account owns, or one of the service's shared ones. */
  from: Sender;
  /** The text. A long one takes several units, and each unit costs one credit. */
  body: string;
  /** URL that receives the delivery receipt webhook. Without it, receipts have no `info`. */
  callback?: string | undefined;
  /** Channels to try, in order of priority; the service's default is `sms`. */
  channels?: readonly Channel[] | undefined;
  /** UUID that becomes the message's `messageUuid`. The service refuses a UUID that you used before. */
  id?: string | undefined;
  /**
   * Time of sending: ISO 8601; without an offset, GMT. A time more than 5 minutes ahead schedules the message. Default:
   * now.
   */
  send_at?: string | undefined;
}

/** Values for every message that does not set them itself. */
export type MessageDefaults = Partial<OutboundMessage>;

/** Request body of add-message. */
export interface AddMessageRequest {
  /** The messages, at least one. Each is merged over `defaults`; its own values take precedence. */
  messages: readonly MessageDefaults[];
  /** Values for every message that does not set them. */
  defaults?: MessageDefaults | undefined;
}

/** Request body of add-message once merged: what is validated and queued. */
export interface MergedAddMessageRequest {
  /** Complete messages, after the merge with the defaults. */
  messages: OutboundMessage[];
}

/** The sender ID that was assigned to a message. */
export interface AssignedSender {
  /** `custom` as requested, or `shared` as assigned. */
  type: OpenEnum<'custom' | 'shared'>;
  /** The sender ID the handset will see. */
  value: string;
}

/** A message the service has queued. */
export interface QueuedMessage {
  /** Destination, as requested. */
  to: string;
  /** The text. */
  body: string;
  /** The sender ID; for `shared`, the one that was assigned. */
  from: AssignedSender;
  /**
   * The UUID of the batch with only this message. Use it to poll the receipt, or to cancel the scheduled message.
   */
  batchUuid: string;
  /** The message's own identifier. Record this one. */
  messageUuid: string;
  /** Whether it waits for `send_at`; false means it is being sent now. */
  scheduled: boolean;
  /** The time, exactly as requested; present if the message is scheduled. */
  send_at?: string | undefined;
  /** The callback URL, as requested. */
  callback?: string | undefined;
  /** The channels, as requested. */
  channels?: OpenEnum<Channel>[] | undefined;
  /** The identifier, as requested. */
  id?: string | undefined;
}

/** Response of add-message: one entry for each message of the request, in the same order. */
export interface AddMessageResponse {
  /** The queued messages, in the order of the request. */
  messages: QueuedMessage[];
}

const customSenderSchema = requestObject({ type: z.literal('custom'), value: senderIdSchema });
const sharedSenderSchema = requestObject({
  type: z.literal('shared'),
  value: z.optional(z.undefined('must be left out, because the service chooses the shared sender ID')),
});
const otherSenderSchema = requestObject({
  type: openTo(z.enum(['custom', 'shared']), nameSchema),
  value: z.optional(senderIdSchema),
});

/** A union would report the issues of all types; only those of the named type help. */
const senderSchema = choice(z.union([customSenderSchema, sharedSenderSchema]), (_options, sender) => {
  const type: unknown = (sender as { type?: unknown } | null | undefined)?.type;
  if (type === 'custom') return customSenderSchema;
  return type === 'shared' ? sharedSenderSchema : otherSenderSchema;
});

const messageShape = {
  to: phoneNumberSchema,
  from: senderSchema,
  body: messageTextSchema,
  callback: z.optional(webhookUrlSchema),
  channels: z.optional(channelsSchema),
  id: z.optional(uuidSchema),
  send_at: z.optional(timestampSchema),
};

/** Validates one whole message. See MSG-1. */
export const outboundMessageSchema: z.ZodMiniType<OutboundMessage> = requestObject(messageShape);

/**
 * A message or the defaults before the merge: any object. It is passed on unchanged, because zod would drop
 * `__proto__`. See API-13.
 */
const unmergedSchema = z.custom<object>().check(({ value, issues }) => {
  if (!isRecord(value)) issues.push({ code: 'invalid_type', expected: 'object', input: value });
});

const unmergedRequestSchema: z.ZodMiniType = requestObject({
  messages: list(unmergedSchema, notEmpty('must have at least one message')),
  defaults: z.optional(unmergedSchema),
});

const mergedRequestSchema = z.object({ messages: list(outboundMessageSchema) });

/**
 * Validates the body of add-message and merges it. Validation runs on the merged messages, so that an issue of the defaults is
 * reported with the messages that it affects. Each message is merged only when it is validated, because defaults with many
 * members would create many large messages. See MSG-4.
 */
export const addMessageRequestSchema: z.ZodMiniType<MergedAddMessageRequest> = z.pipe(
  unmergedRequestSchema,
  choice(mergedRequestSchema, ({ unknownFields }, request) => {
    const { defaults } = request as { readonly defaults?: object };
    if (defaults === undefined) return mergedRequestSchema;
    const used = unknownFields === 'ignore' ? knownMembers(defaults) : defaults;
    const merge = z.transform<object, unknown>((message) => mergeDefaults(message, used));
    return z.object({ messages: list(z.pipe(merge, outboundMessageSchema)) });
  }),
);

/** Validates the response of add-message. */
export const addMessageResponseSchema: z.ZodMiniType<AddMessageResponse> = z.looseObject({
  messages: list(
    z.looseObject({
      to: z.string(),
      body: z.string(),
      from: z.looseObject({ type: z.string(), value: z.string() }),
      batchUuid: identifierSchema,
      messageUuid: identifierSchema,
      scheduled: z.boolean(),
      send_at: z.optional(z.string()),
      callback: z.optional(z.string()),
      channels: z.optional(list(z.string())),
      id: z.optional(z.string()),
    }),
  ),
});

function knownMembers(defaults: object): object {
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => Object.hasOwn(messageShape, name)));
}

/**
 * Merges one message over the defaults. Members are not merged: a message's own `from` replaces the default one, so
 * that `{ type: 'shared' }` does not inherit a `value`. A member that is `undefined` counts as not set. See MSG-3.
 */
function mergeDefaults(message: object, defaults: object): object {
  const own = Object.entries(message).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(own) };
}
