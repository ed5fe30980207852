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

/**
 * What JSON Schema can say of the contract's primitives beyond what zod derives: checks in code, such as that a text
 * is not empty, leave no trace in a derived schema.
 */
export const PRIMITIVES = new Map<z.core.$ZodType, JsonSchema>([
  // Without its flag, the derived pattern would refuse the upper case that the service takes.
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

/** The same for members whose schema has no name: type and member, and what is to be added. */
export const MEMBERS: Readonly<Record<string, Partial<JsonSchema>>> = {
  'BatchRequest.destinations': { minItems: 1 },
  'CreateAccountRequest.name': { minLength: 1, maxLength: 200 },
  'EditPackagedCredits.schedule_refill_amount': { minimum: 0 },
  'TopUpRequest.topup': { minimum: 1 },
  'AccountTopUpRequest.topup': { minimum: 1 },
};
