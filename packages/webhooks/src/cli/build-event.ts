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
  const sample = build({}) as Members;
  const members: Record<string, unknown> = {};
  for (const setting of settings) {
    const [, path, text] = /^([^=]+)=(.*)$/s.exec(setting) ?? [];
    if (path === undefined || text === undefined)
      throw new UsageError(`--set must have the form name=value; got ${setting}.`);
    requireKnown(sample, path);
    assign(members, sample, path.split('.'), text);
  }
  return build(members);
}

/** A misspelled name would send a payload that the service never sends, and leave the intended member unchanged. */
function requireKnown(sample: Members, path: string): void {
  let holder: unknown = sample;
  let before = '';
  for (const name of path.split('.')) {
    // The members of values other than objects are free: a list, or a value that is not in the sample.
    if (typeof holder !== 'object' || holder === null || Array.isArray(holder)) return;
    if (!Object.hasOwn(holder, name)) {
      const nearest = nearestName(name, Object.keys(holder));
      const hint =
        nearest === undefined
          ? ` Known names: ${Object.keys(holder).join(', ')}.`
          : ` Did you mean ${before}${nearest}?`;
      throw new UsageError(`--set ${path} is not a member of the payload.${hint}`);
    }
    holder = (holder as Members)[name];
    before += `${name}.`;
  }
}

/** A value replaces a string as text, even if it looks like a number. Any other value is read as JSON if possible. */
function assign(
  target: Record<string, unknown>,
  sample: Members,
  path: readonly string[],
  text: string,
): void {
  const [name = '', ...rest] = path;
  const { [name]: old } = sample;
  if (rest.length === 0) {
    set(target, name, typeof old === 'string' ? text : jsonOrText(text));
    return;
  }
  const own = (Object.hasOwn(target, name) ? target[name] : {}) as Record<string, unknown>;
  assign(own, (typeof old === 'object' && old !== null ? old : {}) as Members, rest, text);
  set(target, name, own);
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
