import * as contract from '@messaging-service/contract';
import type ts from 'typescript';
import type * as z from 'zod/mini';
import {
  alternatives,
  comment,
  itemType,
  literalMember,
  memberComment,
  memberType,
  nameOf,
  typeComment,
  typeNamed,
  valueSymbol,
  yieldOf,
} from './doc-comments.ts';
import { derive, type JsonSchema } from './json-schema.ts';
import { recordExamples } from './property-examples.ts';

const SPELLINGS = [
  ...contract.BATCH_SPELLINGS,
  ...contract.PACKAGED_CREDITS_SPELLINGS,
  ...contract.DRY_RUN_SPELLINGS,
];

/** Keywords for members whose schema has no name, by type and member. */
const MEMBERS: Readonly<Record<string, Partial<JsonSchema>>> = {
  'BatchRequest.destinations': { minItems: 1 },
  'CreateAccountRequest.name': { minLength: 1, maxLength: 200 },
  'EditPackagedCredits.schedule_refill_amount': { minimum: 0 },
  'TopUpRequest.topup': { minimum: 1 },
  'AccountTopUpRequest.topup': { minimum: 1 },
  'InboundMessage.at': { format: 'date-time' },
  'PendingBatch.at': { format: 'date-time' },
  'QueuedMessage.callback': { format: 'uri' },
};

/** Types that have another name and description in the document. */
const RENAMED: Readonly<Record<string, { readonly name: string; readonly description: string }>> = {
  TopUpResponse: { name: 'StatusResponse', description: 'An empty object, or `{ "status": "success" }`.' },
};

/**
 * The named schemas of the document, collected as they are requested. Types and rules come from the contract's zod
 * schemas. Names and descriptions come from the TypeScript types that these schemas declare to yield.
 */
export class SchemaBook {
  readonly schemas: Record<string, JsonSchema> = {};
  /** The schemas as they were described, without the examples that were added later. */
  readonly #texts = new Map<string, string>();

  /** A reference to the schema of what a zod schema of the contract accepts. */
  of(schema: z.ZodMiniType, symbol: ts.Symbol): JsonSchema {
    return schema === contract.addMessageRequestSchema
      ? this.#addMessageRequest()
      : this.#describe(derive(schema), yieldOf(symbol));
  }

  /** Shows a recorded body: its values become examples of the members that a schema describes. */
  shown(schema: JsonSchema, body: unknown): unknown {
    recordExamples(this.schemas, schema, body);
    return body;
  }

  /** The members of a query, which become parameters and need no name. */
  query(schema: z.ZodMiniType, symbol: ts.Symbol): Record<string, JsonSchema> {
    return this.#members(derive(schema), yieldOf(symbol), 'query').properties ?? {};
  }

  /**
   * Validation runs on the merged messages: without defaults each must be complete, with them any member may be
   * missing.
   */
  #addMessageRequest(): JsonSchema {
    const whole = derive(contract.outboundMessageSchema);
    const { required: _, ...partial } = whole;
    const outbound = this.#describe(whole, typeNamed('OutboundMessage'));
    const defaults = this.#describe(partial, typeNamed('MessageDefaults'), 'MessageDefaults');
    const request = typeNamed('AddMessageRequest');
    const alternative = (title: string, items: JsonSchema, others: Record<string, JsonSchema>) => {
      const properties = { messages: { type: 'array', items, minItems: 1 }, ...others };
      const schema = { type: 'object', properties, additionalProperties: false };
      return { title, ...this.#members(schema, request, ''), required: Object.keys(properties) };
    };
    return this.#component('AddMessageRequest', {
      description: typeComment(request),
      oneOf: [
        alternative('CompleteMessages', outbound, {}),
        alternative('MessagesOverDefaults', defaults, { defaults }),
      ],
    });
  }

  /** Adds names and descriptions from the types to a schema. A schema with a name becomes a component. */
  #describe(schema: JsonSchema, type: ts.Type | undefined, alias?: string): JsonSchema {
    if (type === undefined) return schema;
    if (schema.anyOf !== undefined || schema.oneOf !== undefined) return this.#alternatives(schema, type);
    if (schema.items !== undefined) return { ...schema, items: this.#describe(schema.items, itemType(type)) };
    if (schema.properties === undefined) return schema;
    const name = alias ?? nameOf(type);
    if (name === undefined) return this.#members(schema, type, '');
    const { name: own, description } = RENAMED[name] ?? { name, description: comment(valueSymbol(name)) };
    return this.#component(own, { description, ...this.#members(schema, type, name) });
  }

  #members(schema: JsonSchema, type: ts.Type, name: string): JsonSchema {
    const properties = Object.entries(schema.properties ?? {}).map(([member, derived]) => {
      const constrained = { ...derived, ...keywordsOf(member, derived), ...MEMBERS[`${name}.${member}`] };
      const described = this.#describe(constrained, memberType(type, member));
      const description = memberComment(type, member) || otherSpelling(member, schema.properties);
      return [member, description === '' ? described : { ...described, description }] as const;
    });
    return { ...schema, properties: Object.fromEntries(properties) };
  }

  #alternatives(schema: JsonSchema, type: ts.Type): JsonSchema {
    const keyword = schema.anyOf === undefined ? 'oneOf' : 'anyOf';
    const described = (schema[keyword] ?? []).map((one) => {
      const named = alternatives(type).find((alternative) => hasLiterals(alternative, one));
      return this.#describe(one, named);
    });
    return { ...schema, [keyword]: described };
  }

  #component(name: string, schema: JsonSchema): JsonSchema {
    const text = JSON.stringify(schema);
    const known = this.#texts.get(name);
    if (known !== undefined && known !== text) throw new Error(`Two schemas have the name ${name}.`);
    if (known === undefined) this.schemas[name] = schema;
    this.#texts.set(name, text);
    return { $ref: `#/components/schemas/${name}` };
  }
}

/** Whether the type's literal members, such as a sender's `type`, are those of the schema. */
function hasLiterals(type: ts.Type, schema: JsonSchema): boolean {
  return Object.entries(schema.properties ?? {}).every(
    ([name, { const: literal }]) => literal === undefined || literal === literalMember(type, name),
  );
}

function otherSpelling(member: string, members: object = {}): string {
  const spelling = SPELLINGS.find(([canonical, other]) => other === member && canonical in members);
  if (spelling === undefined) throw new Error(`The contract has no description of ${member}.`);
  return `The other spelling of \`${spelling[0]}\`; if both are set, they must be equal.`;
}

const UUID_MEMBER = /^(id|identifier)$|uuid$/i;

/** Keywords that follow from the name of a member: identifiers in responses are UUIDs, although clients accept any text. */
function keywordsOf(member: string, { type, format }: JsonSchema): Partial<JsonSchema> {
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'));
  return isText && format === undefined && UUID_MEMBER.test(member) ? { format: 'uuid' } : {};
}
