import { isInstance, methodOf, namesOf } from '@messaging-service/contract';
import type { DedupeStore } from '../dedupe/store.ts';
import { withStoreTimeout } from '../dedupe/store-timeout.ts';
import { checkOptions } from '../errors/check-options.ts';
import { fail, invalid } from '../errors/errors.ts';
import { requireApis } from '../errors/require-apis.ts';
import type { WebhookEvent } from '../event/event.ts';
import { type ResolvedVerifyOptions, resolveVerifyOptions, type VerifyOptions } from '../verify/options.ts';
import { ACTIONS } from './actions.ts';
import { createDefaultStore } from './default-store.ts';
import type { SignaturePolicy, WebhookActions, WebhookHandlerOptions } from './options.ts';
import { createMismatchReporter, createReporter } from './report.ts';

type Policies = Readonly<Record<keyof WebhookActions, SignaturePolicy>>;

const DEFAULT_POLICIES: Policies = {
  inboundMessage: 'signed-only',
  deliveryReceipt: 'accept-unsigned',
  creditNotification: 'accept-unsigned',
  unknown: 'accept-unsigned',
};

const DEFAULT_STORE_TIMEOUT_S = 3;
/** The service waits 10 s for a response, which must be enough for a claim, the action and a commit. */
const MAX_STORE_TIMEOUT_S = 5;

/** The Web APIs that every handler needs. */
const NEEDED = [
  'ReadableStream',
  'Response',
  'TextDecoder',
  'TextEncoder',
  'clearTimeout',
  'performance.now',
  'setTimeout',
];

const OPTIONS = Object.keys({
  secrets: true,
  tolerance: true,
  now: true,
  environment: true,
  on: true,
  policy: true,
  dedupe: true,
  storeTimeout: true,
  waitUntil: true,
  onMismatch: true,
  onError: true,
} satisfies Record<keyof WebhookHandlerOptions, true>);
const KINDS: readonly (keyof WebhookActions)[] = Object.values(ACTIONS);

/** Checked options with their defaults. */
export interface ResolvedHandlerOptions {
  /** The options for verification; `undefined` if there are no secrets and no kind needs a signature. */
  readonly verification: ResolvedVerifyOptions | undefined;
  readonly on: WebhookActions;
  readonly policy: Policies;
  /** The store, with its timeout. With `undefined`, the handler acts on each attempt. */
  readonly dedupe: DedupeStore | undefined;
  readonly waitUntil: WebhookHandlerOptions['waitUntil'];
  readonly report: (error: unknown, event: WebhookEvent | undefined) => void;
  readonly reportMismatch: (event: WebhookEvent) => void;
}

/**
 * Checks the options of a handler, and applies defaults. JavaScript callers get an error here, rather than at the first
 * request or never.
 *
 * @throws {WebhookVerificationError} `missing_secret`, `invalid_options` or `unsupported_runtime`.
 */
export function resolveHandlerOptions(options: WebhookHandlerOptions): ResolvedHandlerOptions {
  requireApis(...NEEDED);
  checkOptions(options, OPTIONS);
  const { on, dedupe = createDefaultStore(), waitUntil, onError, onMismatch } = options;
  if (!isObject(on)) invalid('on', 'an object with actions', on);
  checkKinds('on', on);
  for (const kind of KINDS) checkFunction(`on.${kind}`, on[kind]);
  const hasAction = KINDS.some((kind) => on[kind] !== undefined);
  if (!hasAction && isInstance(on)) invalid('on', `an object with at least one of ${KINDS.join(', ')}`, on);
  if (dedupe !== false && !(isObject(dedupe) && typeof dedupe.claim === 'function'))
    invalid('dedupe', 'a dedupe store or false', dedupe);
  if (typeof waitUntil !== 'boolean') checkFunction('waitUntil', waitUntil);
  for (const [name, value] of Object.entries({ onError, onMismatch })) checkFunction(name, value);
  const policy = resolvePolicies(options.policy);
  const storeTimeoutMs = resolveStoreTimeout(options.storeTimeout);
  return {
    verification: resolveVerification(options, policy),
    on,
    policy,
    dedupe: dedupe === false ? undefined : withStoreTimeout(dedupe, storeTimeoutMs),
    waitUntil: methodOf(options, 'waitUntil'),
    report: createReporter(methodOf(options, 'onError')),
    reportMismatch: createMismatchReporter(methodOf(options, 'onMismatch'), on),
  };
}

function resolveVerification(
  options: WebhookHandlerOptions,
  policy: Policies,
): ResolvedVerifyOptions | undefined {
  const needsSecret = Object.values(ACTIONS).some(
    (kind) => kind in options.on && policy[kind] === 'signed-only',
  );
  if (options.secrets === undefined && !needsSecret) return undefined;
  return resolveVerifyOptions(options as VerifyOptions);
}

function resolvePolicies(policies: WebhookHandlerOptions['policy']): Policies {
  if (policies !== undefined && !isObject(policies)) invalid('policy', 'an object', policies);
  if (policies !== undefined) checkKinds('policy', policies);
  const resolved = KINDS.map((kind) => [kind, policies?.[kind] ?? DEFAULT_POLICIES[kind]] as const);
  for (const [kind, policy] of resolved)
    if (!['signed-only', 'accept-unsigned'].includes(policy))
      invalid(`policy.${kind}`, 'signed-only or accept-unsigned', policy);
  return Object.fromEntries(resolved) as Policies;
}

function resolveStoreTimeout(seconds = DEFAULT_STORE_TIMEOUT_S): number {
  if (!(Number.isFinite(seconds) && seconds > 0 && seconds <= MAX_STORE_TIMEOUT_S))
    invalid('storeTimeout', `more than 0 and at most ${MAX_STORE_TIMEOUT_S} seconds`, seconds);
  return seconds * 1000;
}

/** Without this check, events of a misspelled kind would get the response 200 and be lost. */
function checkKinds(option: string, byKind: object): void {
  const kinds: readonly string[] = KINDS;
  const unknown = namesOf(byKind).find((kind) => !kinds.includes(kind));
  if (unknown !== undefined)
    fail('invalid_options', `${option}.${unknown} does not exist; the kinds are ${KINDS.join(', ')}.`);
}

function checkFunction(option: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'function') invalid(option, 'a function', value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
