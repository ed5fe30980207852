import { UsageError } from '@messaging-service/command-line';
import { nearestName, readPhoneNumber, type WebhookKind } from '@messaging-service/contract';
import {
  buildCreditNotification,
  buildDeliveryReceipt,
  buildInboundMessage,
} from '../testing/build-payloads.ts';

type Members = Record<string, unknown>;

const BUILDERS: { readonly [Kind in WebhookKind]: (members: Members) => object } = {
  'inbound-message': buildInboundMessage,
  'delivery-receipt': buildDeliveryReceipt,
  'credit-notification': buildCreditNotification,
};

/** The kinds of payload that can be built. */
export const KINDS = Object.keys(BUILDERS);

/**
 * Builds a payload.
 *
 * @param kind - Its kind.
 * @param settings - Members with other values, each as `name=value` or `name.name=value`. Values are read as JSON if possible.
 * @throws {UsageError} for an unknown kind, a setting without an equals sign, and a member that the payload does not have.
 */
export function buildEvent(kind: string, settings: readonly string[]): object {
  if (!Object.hasOwn(BUILDERS, kind))
    throw new UsageError(`--kind must be one of ${KINDS.join(', ')}; got ${kind}.`);
  const build = BUILDERS[kind as WebhookKind];
  const sample = Object.fromEntries(Object.entries(build({})).flatMap(withMembers));
  const members: Members = {};
  for (const setting of settings) {
    const [, path, text] = /^([^=]+)=(.*)$/s.exec(setting) ?? [];
    if (path === undefined || text === undefined)
      throw new UsageError(`--set must have the form name=value; got ${setting}.`);
    if (!Object.hasOwn(sample, path)) refuse(path, Object.keys(sample));
    const value = valueOf(path, text, sample[path]);
    const [name = '', inner] = path.split('.');
    members[name] = inner === undefined ? value : { ...(members[name] as object), [inner]: value };
  }
  return build(members);
}

/** A member of a payload, and the members of its value, with their names after a period. */
function withMembers([name, value]: readonly [string, unknown]): [string, unknown][] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [[name, value], ...inner.map(([own, some]): [string, unknown] => [`${name}.${own}`, some])];
}

/** A misspelled name would send a payload that the service never sends, and leave the intended member unchanged. */
function refuse(path: string, known: readonly string[]): never {
  const nearest = nearestName(path, known);
  const hint = nearest === undefined ? `Known names: ${known.join(', ')}.` : `Did you mean ${nearest}?`;
  throw new UsageError(`--set ${path} is not a member of the payload. ${hint}`);
}

/** A value replaces a string as text, even if it looks like a number. The number of a phone can have any notation. */
function valueOf(path: string, text: string, sample: unknown): unknown {
  if (typeof sample === 'string') return text;
  const number = path === 'from' ? readPhoneNumber(text) : undefined;
  return number === undefined ? jsonOrText(text) : Number(number);
}

/** A number that JavaScript would write differently, such as `07700`, `1e3` or one of 17 digits, stays as it was typed. */
function jsonOrText(text: string): unknown {
  try {
    // The third argument is in Node 21 and later.
    return JSON.parse(text, (_name, value: unknown, { source }: { source?: string } = {}) =>
      typeof value === 'number' && String(value) !== source ? (source ?? value) : value,
    );
  } catch {
    return text;
  }
}
