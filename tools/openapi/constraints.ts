import type { JsonSchema } from './json-schema.ts';

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
