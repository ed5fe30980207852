import { UsageError } from '@messaging-service/command-line';
import { nearestName, type WebhookKind } from '@messaging-service/contract';
import {
  buildCreditNotification,
  buildDeliveryReceipt,
  buildInboundMessage,
} from '../testing/build-payloads.ts';

type Members = Readonly<Record<string, unknown>>;

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
 * @param settings - Members with other values, each as `name=value` or `name.name=value`.
 * @throws {UsageError} for an unknown kind or a setting without an equals sign.
 */
export function buildEvent(kind: string, settings: readonly string[]): object {
  if (!Object.hasOwn(BUILDERS, kind))
    throw new UsageError(`--kind must be one of ${KINDS.join(', ')}; got ${kind}.`);
  const build = BUILDERS[kind as WebhookKind];
  const sample = build({});
  const members = {};
  for (const setting of settings) {
    const [, path, text] = /^([^=]+)=(.*)$/s.exec(setting) ?? [];
    if (path === undefined || text === undefined)
      throw new UsageError(`--set must have the form name=value; got ${setting}.`);
    assign(members, sample, path, text);
  }
  return build(members);
}

/**
 * Sets a member, or a member of a member. A value replaces a string as text, even if it looks like a number. Any other value is
 * read as JSON if possible.
 *
 * @param sample - The payload, or its member, that is changed. The members of values other than objects are free.
 * @param path - Names, separated by periods.
 * @param before - The names above, for the message.
 */
function assign(target: object, sample: unknown, path: string, text: string, before = ''): void {
  const [name = '', ...rest] = path.split('.');
  const known = isRecord(sample) ? sample : undefined;
  if (known !== undefined && !Object.hasOwn(known, name))
    refuse(name, before + path, Object.keys(known), before);
  const old = known?.[name];
  if (rest.length === 0) {
    set(target, name, typeof old === 'string' ? text : jsonOrText(text));
    return;
  }
  const own = Object.hasOwn(target, name) ? (target as Members)[name] : {};
  assign(own as object, old, rest.join('.'), text, `${before}${name}.`);
  set(target, name, own);
}

/** A misspelled name would send a payload that the service never sends, and leave the intended member unchanged. */
function refuse(name: string, path: string, names: readonly string[], before: string): never {
  const nearest = nearestName(name, names);
  const hint =
    nearest === undefined ? `Known names: ${names.join(', ')}.` : `Did you mean ${before}${nearest}?`;
  throw new UsageError(`--set ${path} is not a member of the payload. ${hint}`);
}

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sets a member of any name, including `__proto__`. */
function set(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
