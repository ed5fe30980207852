import * as contract from '@messaging-service/contract';
import type * as z from 'zod/mini';

/** A JSON Schema, as far as the document uses it. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  [keyword: string]: unknown;
}

const UUID = '^[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$';

/** Schemas of the contract's primitives. zod cannot derive rules that are code, such as that a text is not empty. */
export const PRIMITIVES = new Map<z.core.$ZodType, JsonSchema>([
  // The derived pattern has no flag, so it would refuse the upper case that the service accepts.
  [contract.uuidSchema, { type: 'string', format: 'uuid', pattern: UUID }],
  [contract.messageTextSchema, { type: 'string', minLength: 1 }],
  [contract.timestampSchema, { type: 'string', pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}` }],
  [contract.webhookUrlSchema, { type: 'string', format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?:' }],
  [contract.unsettableWebhookUrlSchema, { type: 'string', pattern: '^([Hh][Tt][Tt][Pp][Ss]?:.*)?$' }],
  [
    contract.channelsSchema,
    {
      type: 'array',
      items: { type: 'string', enum: [...contract.CHANNELS] },
      minItems: 1,
      uniqueItems: true,
    },
  ],
  // `1` and `0` are read as well.
  [contract.flagSchema, { type: 'boolean' }],
]);

/** Keywords for members whose schema has no name, by type and member. */
export const MEMBERS: Readonly<Record<string, Partial<JsonSchema>>> = {
  'BatchRequest.destinations': { minItems: 1 },
  'CreateAccountRequest.name': { minLength: 1, maxLength: 200 },
  'EditPackagedCredits.schedule_refill_amount': { minimum: 0 },
  'TopUpRequest.topup': { minimum: 1 },
  'AccountTopUpRequest.topup': { minimum: 1 },
  'InboundMessage.at': { format: 'date-time' },
  'PendingBatch.at': { format: 'date-time' },
  'QueuedMessage.callback': { format: 'uri' },
};

const UUID_MEMBER = /^(id|identifier)$|uuid$/i;

/** Keywords that follow from the name of a member: identifiers in responses are UUIDs, although clients accept any text. */
export function keywordsOf(member: string, { type, format }: JsonSchema): Partial<JsonSchema> {
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'));
  return isText && format === undefined && UUID_MEMBER.test(member) ? { format: 'uuid' } : {};
}
