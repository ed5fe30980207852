import {
  type AnyPayloadShape,
  type Issue,
  isObject,
  WEBHOOK_SHAPES,
  type WebhookKind,
} from '@messaging-service/contract';

/** A payload as it was read. */
export interface ReadPayload {
  /** A copy of the payload. Null members that the specification does not allow are left out. */
  readonly payload: object;
  /** How the payload differs from the specification: paths and types, never a value. Unknown members do not count. */
  readonly differences: Issue[];
  /** The members without which the event cannot be used. */
  readonly missing: readonly Issue[];
}

type Members = Record<string, unknown>;

/** Whether a value is a text, and not empty. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The members that identify an event and say what happened. Any other member may be missing or of another type. */
const ESSENTIAL: { readonly [Kind in WebhookKind]: Readonly<Record<string, (value: unknown) => boolean>> } = {
  // Some networks let a business write, whose sender ID is not a number.
  'inbound-message': { mo_uuid: isText, from: (value) => typeof value === 'number' || isText(value) },
  'delivery-receipt': { messageuuid: isText, delivered: (value) => typeof value === 'boolean' },
  'credit-notification': { notification_uuid: isText, account_uuid: isText },
};

/**
 * Reads a payload as leniently as the client reads responses, so that an event that differs by one member is not lost.
 * Numbers become texts and digits become numbers where the specification says so, null means absent, and everything else
 * is kept.
 *
 * @param kind - The kind of the webhook.
 * @param payload - The parsed JSON body.
 * @see WHK-9.
 */
export function readPayload(kind: WebhookKind, payload: object): ReadPayload {
  const differences: Issue[] = [];
  const read = readMembers(WEBHOOK_SHAPES[kind], payload, '', differences);
  const missing = Object.entries(ESSENTIAL[kind])
    .filter(([name, isUsable]) => !isUsable(read[name]))
    .map(([path]) => differences.find((one) => one.path === path) ?? { path, message: 'is required' });
  return { payload: read, differences, missing };
}

function readMembers(shape: AnyPayloadShape, value: object, prefix: string, differences: Issue[]): Members {
  const copy: Members = { ...value };
  for (const [name, expected] of Object.entries(shape)) {
    const path = prefix + name;
    const member = copy[name];
    if (typeof expected !== 'string' && isRecord(member)) {
      copy[name] = readMembers(expected, member, `${path}.`, differences);
    } else if (typeof expected !== 'string' || !isOfType(expected, member)) {
      const isAbsent = member === undefined || member === null;
      const type = typeof expected === 'string' ? expected : 'an object';
      differences.push({ path, message: isAbsent ? 'is required' : `must be ${type}` });
      if (isAbsent) delete copy[name];
      else copy[name] = converted(type, member);
    }
  }
  return copy;
}

function isOfType(expected: string, value: unknown): boolean {
  if (expected === 'a whole number') return Number.isSafeInteger(value);
  if (expected === 'a number') return Number.isFinite(value);
  if (expected === 'a string or null' && value === null) return true;
  return typeof value === (expected === 'a boolean' ? 'boolean' : 'string');
}

/** Converts a value where nothing is lost: programs compare texts and calculate with numbers. */
function converted(expected: string, value: unknown): unknown {
  if (expected.startsWith('a string') && typeof value === 'number') return String(value);
  if (typeof value !== 'string' || !expected.endsWith('number')) return value;
  return isWrittenLikeNumber(value) && isOfType(expected, Number(value)) ? Number(value) : value;
}

/**
 * Returns whether a number is the same as its text, apart from a plus sign and zeros at the end of a fraction. A number with
 * leading zeros, such as `07700900123`, has them for a reason.
 */
function isWrittenLikeNumber(text: string): boolean {
  const shortest = text
    .replace(/^\+(?=\d)/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
  return /^[+-]?\d+(?:\.\d+)?$/.test(text) && String(Number(text)) === shortest;
}

function isRecord(value: unknown): value is object {
  return isObject(value) && !Array.isArray(value);
}
