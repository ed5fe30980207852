import * as z from 'zod/mini';
import type { Channel, OpenEnum } from './primitives.ts';
import type { ReceiptInfo } from './receipt.ts';

/** The webhook of a message from a handset (MO, mobile originated). See INB-2. */
export interface InboundMessage {
  /** Owning account. */
  account_uuid: string;
  /** Batch of the message being replied to; null if this is not a reply. */
  batch_uuid: string | null;
  /** Message being replied to; null if this is not a reply. */
  message_uuid: string | null;
  /** Identifier of this inbound message. */
  mo_uuid: string;
  /** Channel it was received on. */
  channel: OpenEnum<Channel>;
  /** Inbound text. */
  message: string;
  /** When it was received: ISO 8601 with milliseconds. See API-5. */
  at: string;
  /** E.164 number of the handset, as a JSON integer. See API-3. */
  from: number;
  /** Sender ID the message was sent to. */
  to: string;
}

/** The webhook of a message marked delivered or failed. See RCP-6. */
export interface DeliveryReceipt {
  /** Destination number, with a leading plus. See API-3. */
  destination: string;
  /** Successfully delivered; false means failed. */
  delivered: boolean;
  /** Batch UUID. */
  batchuuid: string;
  /** Message UUID. */
  messageuuid: string;
  /** Success or error code with its description. */
  receiptInfo: ReceiptInfo;
}

/** The kinds of threshold. See NTF-2. */
export const THRESHOLD_TYPES = [
  'paid_negative_fixed_number',
  'paid_negative_percentage',
  'paid_fixed_number',
  'packaged_fixed_number',
  'packaged_percentage',
] as const;

/** Which value a threshold watches, and whether it is a count or a share. See NTF-2. */
export type ThresholdType = (typeof THRESHOLD_TYPES)[number];

/** The webhook of an account that fell below a threshold. See NTF-1. */
export interface CreditNotification {
  /** Triggered notification. */
  notification_uuid: string;
  /** Account the notification belongs to. */
  account_uuid: string;
  /** Which value fell. */
  threshold_type: OpenEnum<ThresholdType>;
  /** Configured threshold: credits for fixed numbers, 0 to 1 for percentages. */
  threshold_value: number;
  /** Paid credits when triggered. */
  paid_credit_balance: number;
  /** Packaged credits when triggered. */
  packaged_credit_balance: number;
}

/** The payload of each kind of webhook. See WHK-1. */
export interface WebhookPayloads {
  /** A message from a handset, sent to the account's `mo_webhook_url`. */
  'inbound-message': InboundMessage;
  /** A message marked delivered or failed, sent to its callback URL. */
  'delivery-receipt': DeliveryReceipt;
  /** An account below a threshold, sent to the notification's URL. */
  'credit-notification': CreditNotification;
}

/** The three webhooks the service sends. See WHK-1. */
export type WebhookKind = keyof WebhookPayloads;

/** The types of members that are not objects. */
type MemberTypeName = 'a string' | 'a string or null' | 'a boolean' | 'a number' | 'a whole number';

const MEMBER_SCHEMAS: Readonly<Record<MemberTypeName, () => z.ZodMiniType>> = {
  'a string': () => z.string(),
  'a string or null': () => z.nullable(z.string()),
  'a boolean': () => z.boolean(),
  'a number': () => z.number(),
  'a whole number': () => z.int(),
};

/** The type of a member, in words that can follow "must be". */
type MemberType<Value> = [Value] extends [string]
  ? 'a string'
  : [Value] extends [string | null]
    ? 'a string or null'
    : [Value] extends [boolean]
      ? 'a boolean'
      : [Value] extends [number]
        ? 'a number' | 'a whole number'
        : PayloadShape<Value>;

/**
 * The members of a payload with their types, as data. The webhook verifier checks payloads by it without zod, which is
 * twice as large as the whole verifier, and the schema of the payload is derived from it. A member that is missing,
 * misspelled or of another type than in the interface does not compile.
 */
export type PayloadShape<Payload> = { readonly [Member in keyof Payload]-?: MemberType<Payload[Member]> };

/** A shape whose payload type is not known to the compiler. */
export interface AnyPayloadShape {
  readonly [member: string]: MemberTypeName | AnyPayloadShape;
}

/**
 * Creates the schema of a payload. Unknown members are kept, because a newer service may send more.
 *
 * @param shape - The shape of the payload.
 */
function payloadSchema<Payload>(shape: PayloadShape<Payload>): z.ZodMiniType<Payload> {
  return schemaOf(shape) as z.ZodMiniType<Payload>;
}

function schemaOf(shape: AnyPayloadShape): z.ZodMiniType {
  const members = Object.entries(shape).map(
    ([name, type]) => [name, typeof type === 'string' ? MEMBER_SCHEMAS[type]() : schemaOf(type)] as const,
  );
  return z.looseObject(Object.fromEntries(members));
}

/** The members of an inbound webhook. INB-2. */
const INBOUND_MESSAGE_SHAPE: PayloadShape<InboundMessage> = {
  account_uuid: 'a string',
  batch_uuid: 'a string or null',
  message_uuid: 'a string or null',
  mo_uuid: 'a string',
  channel: 'a string',
  message: 'a string',
  at: 'a string',
  from: 'a whole number',
  to: 'a string',
};

/** Validates the payload of an inbound webhook. */
export const inboundMessageSchema: z.ZodMiniType<InboundMessage> =
  /* @__PURE__ */ payloadSchema(INBOUND_MESSAGE_SHAPE);

/** The members of a receipt webhook. RCP-6. */
const DELIVERY_RECEIPT_SHAPE: PayloadShape<DeliveryReceipt> = {
  destination: 'a string',
  delivered: 'a boolean',
  batchuuid: 'a string',
  messageuuid: 'a string',
  receiptInfo: { code: 'a string', description: 'a string' },
};

/** The members of a credit notification webhook. NTF-1. */
const CREDIT_NOTIFICATION_SHAPE: PayloadShape<CreditNotification> = {
  notification_uuid: 'a string',
  account_uuid: 'a string',
  threshold_type: 'a string',
  threshold_value: 'a number',
  paid_credit_balance: 'a number',
  packaged_credit_balance: 'a number',
};

/** The members of each kind's payload, as data. */
export const WEBHOOK_SHAPES: { readonly [Kind in WebhookKind]: PayloadShape<WebhookPayloads[Kind]> } = {
  'inbound-message': INBOUND_MESSAGE_SHAPE,
  'delivery-receipt': DELIVERY_RECEIPT_SHAPE,
  'credit-notification': CREDIT_NOTIFICATION_SHAPE,
};

/** The schema of each kind's payload. */
export const WEBHOOK_SCHEMAS: { readonly [Kind in WebhookKind]: z.ZodMiniType<WebhookPayloads[Kind]> } = {
  'inbound-message': inboundMessageSchema,
  'delivery-receipt': /* @__PURE__ */ payloadSchema(DELIVERY_RECEIPT_SHAPE),
  'credit-notification': /* @__PURE__ */ payloadSchema(CREDIT_NOTIFICATION_SHAPE),
};

/**
 * The members that only the payload of one kind has, because payloads do not name their kind. Identifiers come first, because
 * a payload can have other members that a newer service has added. The members of the last two rows recognize a payload without
 * its identifier, so that it is refused instead of ignored. See WHK-9.
 */
const MARKS: readonly (readonly [kind: WebhookKind, ...members: string[]])[] = [
  ['inbound-message', 'mo_uuid'],
  ['credit-notification', 'notification_uuid'],
  ['delivery-receipt', 'messageuuid'],
  ['delivery-receipt', 'receiptInfo'],
  ['inbound-message', 'message_uuid', 'message', 'from'],
  ['credit-notification', 'threshold_type', 'threshold_value'],
];

/**
 * Returns which webhook a payload belongs to, by the members that only this kind has.
 *
 * @param payload - A parsed JSON body.
 * @returns The kind, or `undefined` for a payload of an unknown kind.
 *
 * @example
 * ```ts
 * import { webhookKind } from '@messaging-service/contract';
 *
 * webhookKind({ mo_uuid: '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f', message: 'YES' }); // 'inbound-message'
 * ```
 */
export function webhookKind(payload: unknown): WebhookKind | undefined {
  // A value that is not an object has none of these members.
  const members = Object(payload) as object;
  return MARKS.find(([, ...names]) => names.every((name) => Object.hasOwn(members, name)))?.[0];
}
