import {
  type AnyPayloadShape,
  type Issue,
  WEBHOOK_SHAPES,
  type WebhookKind,
} from '@messaging-service/contract';

/**
 * Returns the fields of a payload that are missing or of the wrong type. Unknown members are not an issue, because a newer
 * service may send more. The result is the same as with the contract's schemas, but without zod.
 *
 * @param kind - The kind of the webhook.
 * @param payload - The parsed JSON body.
 * @returns The issues, without any value of the payload; an empty list if there are none.
 * @see NTF-1.
 */
export function payloadIssues(kind: WebhookKind, payload: object): Issue[] {
  return collectIssues(WEBHOOK_SHAPES[kind], payload, '');
}

function collectIssues(shape: AnyPayloadShape, value: object, path: string): Issue[] {
  return Object.entries(shape).flatMap(([name, expected]) => {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (typeof expected === 'string')
      return isOfType(expected, member) ? [] : issueOf(path + name, member, expected);
    return typeof member === 'object' && member !== null && !Array.isArray(member)
      ? collectIssues(expected, member, `${path}${name}.`)
      : issueOf(path + name, member, 'an object');
  });
}

function issueOf(path: string, value: unknown, expected: string): Issue {
  return { path, message: value === undefined ? 'is required' : `must be ${expected}` };
}

function isOfType(expected: string, value: unknown): boolean {
  if (expected === 'a whole number') return Number.isSafeInteger(value);
  if (expected === 'a number') return Number.isFinite(value);
  if (expected === 'a string or null' && value === null) return true;
  return typeof value === (expected === 'a boolean' ? 'boolean' : 'string');
}
