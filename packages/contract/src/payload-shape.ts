import * as z from 'zod/mini';

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
export function payloadSchema<Payload>(shape: PayloadShape<Payload>): z.ZodMiniType<Payload> {
  return schemaOf(shape) as z.ZodMiniType<Payload>;
}

function schemaOf(shape: AnyPayloadShape): z.ZodMiniType {
  const members = Object.entries(shape).map(
    ([name, type]) => [name, typeof type === 'string' ? MEMBER_SCHEMAS[type]() : schemaOf(type)] as const,
  );
  return z.looseObject(Object.fromEntries(members));
}
