import * as z from 'zod/mini';
import type { CreditNotification } from './credit-notification.ts';
import type { DeliveryReceipt } from './delivery-receipt.ts';
import type { InboundMessage } from './inbound-message.ts';

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
 * The members that only the payload of one kind has, because payloads do not name their kind. Each kind has two, so that a
 * payload without its identifier is refused instead of ignored. See WHK-9.
 */
const MARKS: readonly (readonly [mark: string, kind: WebhookKind])[] = [
  ['mo_uuid', 'inbound-message'],
  ['message_uuid', 'inbound-message'],
  ['notification_uuid', 'credit-notification'],
  ['threshold_type', 'credit-notification'],
  ['messageuuid', 'delivery-receipt'],
  ['receiptInfo', 'delivery-receipt'],
];

/**
 * Returns the kind of webhook of a payload, by a member that only this kind has.
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
  return MARKS.find(([mark]) => Object.hasOwn(Object(payload) as object, mark))?.[1];
}
