import type { Issue, WebhookKind, WebhookPayloads } from '@messaging-service/contract';

/** The type of a member, in words that can follow "must be". */
type Words<Value> = [Value] extends [string]
  ? 'a string'
  : [Value] extends [string | null]
    ? 'a string or null'
    : [Value] extends [boolean]
      ? 'a boolean'
      : [Value] extends [number]
        ? 'a number' | 'a whole number'
        : Shape<Value>;

/** Words for each member of a payload type: a member that is missing, misnamed or of another type does not compile. */
type Shape<Payload> = { readonly [Member in keyof Payload]-?: Words<Payload[Member]> };

type AnyShape = { readonly [member: string]: string | AnyShape };

/**
 * The payloads in words. The contract's schemas say the same, but bring zod along, which alone is twice the size that
 * a verifier may have. The types tie this table to the contract, and a test compares the verdicts.
 */
const SHAPES: { readonly [Kind in WebhookKind]: Shape<WebhookPayloads[Kind]> } = {
  'inbound-message': {
    account_uuid: 'a string',
    batch_uuid: 'a string or null',
    message_uuid: 'a string or null',
    mo_uuid: 'a string',
    channel: 'a string',
    message: 'a string',
    at: 'a string',
    from: 'a whole number',
    to: 'a string',
  },
  'delivery-receipt': {
    destination: 'a string',
    delivered: 'a boolean',
    batchuuid: 'a string',
    messageuuid: 'a string',
    receiptInfo: { code: 'a string', description: 'a string' },
  },
  'credit-notification': {
    notification_uuid: 'a string',
    account_uuid: 'a string',
    threshold_type: 'a string',
    threshold_value: 'a number',
    paid_credit_balance: 'a number',
    packaged_credit_balance: 'a number',
  },
};

/**
 * Says what keeps a payload from being of a kind. Unknown members are no issue: a newer service may send more.
 *
 * @param kind - The kind its members point to.
 * @param payload - A parsed JSON body.
 * @returns The issues, without any value of the payload; none when it fits.
 * @see RCP-6, INB-2 and NTF-1.
 */
export function shapeIssues(kind: WebhookKind, payload: object): Issue[] {
  const issues: Issue[] = [];
  collectIssues(SHAPES[kind], payload, '', issues);
  return issues;
}

/** Loops and adds to one list, for it runs at each request and finds nothing wrong almost always. */
function collectIssues(shape: AnyShape, value: object, path: string, issues: Issue[]): void {
  for (const name in shape) {
    const expected = shape[name] as string | AnyShape;
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (typeof expected === 'string') {
      if (!fits(expected, member)) issues.push(issue(path + name, member, expected));
    } else if (typeof member === 'object' && member !== null && !Array.isArray(member)) {
      collectIssues(expected, member, `${path}${name}.`, issues);
    } else {
      issues.push(issue(path + name, member, 'an object'));
    }
  }
}

function issue(path: string, value: unknown, expected: string): Issue {
  return { path, message: value === undefined ? 'is required' : `must be ${expected}` };
}

function fits(expected: string, value: unknown): boolean {
  if (expected === 'a whole number') return Number.isSafeInteger(value);
  if (expected === 'a number') return Number.isFinite(value);
  if (expected === 'a string or null' && value === null) return true;
  return typeof value === (expected === 'a boolean' ? 'boolean' : 'string');
}
