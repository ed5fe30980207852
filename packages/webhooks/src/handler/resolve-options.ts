import { createMemoryDedupeStore } from '../dedupe/memory.ts';
import type { DedupeStore } from '../dedupe/store.ts';
import { withStoreTimeout } from '../dedupe/store-timeout.ts';
import { fail } from '../errors/errors.ts';
import { invalid } from '../errors/invalid-option.ts';
import type { WebhookEvent } from '../event/event.ts';
import { type ResolvedVerifyOptions, resolveVerifyOptions } from '../verify/resolve-options.ts';
import { ACTIONS } from './actions.ts';
import type { SignaturePolicy, WebhookActions, WebhookHandlerOptions } from './options.ts';
import { createMismatchReporter, createReporter } from './report.ts';

type Policies = Readonly<Record<keyof WebhookActions, SignaturePolicy>>;

const DEFAULT_POLICIES: Policies = {
  inboundMessage: 'signed-only',
  deliveryReceipt: 'accept-unsigned',
  creditNotification: 'accept-unsigned',
  unknown: 'accept-unsigned',
};

const KINDS = /* @__PURE__ */ Object.keys(DEFAULT_POLICIES) as readonly (keyof WebhookActions)[];

const POLICIES: readonly string[] = ['signed-only', 'accept-unsigned'] satisfies readonly SignaturePolicy[];

const DEFAULT_STORE_TIMEOUT_S = 3;
/** The service waits 10 s for a response, which must be enough for a claim, the action and a commit. */
const MAX_STORE_TIMEOUT_S = 5;

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
 * Checks the options of a handler, and applies defaults.
 *
 * @throws {WebhookVerificationError} `missing_secret` or `invalid_options`.
 */
export function resolveHandlerOptions(options: WebhookHandlerOptions): ResolvedHandlerOptions {
  checkTypes(options);
  const { on, dedupe = createMemoryDedupeStore(), waitUntil, onError, onMismatch } = options;
  const policy = resolvePolicies(options.policy);
  const storeTimeoutMs = resolveStoreTimeout(options.storeTimeout);
  return {
    verification: resolveVerification(options, policy),
    on,
    policy,
    dedupe: dedupe === false ? undefined : withStoreTimeout(dedupe, storeTimeoutMs),
    waitUntil,
    report: createReporter(onError),
    reportMismatch: createMismatchReporter(onMismatch, (kind) => on[ACTIONS[kind]] !== undefined),
  };
}

function resolveVerification(
  { secrets, ...options }: WebhookHandlerOptions,
  policy: Policies,
): ResolvedVerifyOptions | undefined {
  const needsSecret = KINDS.some((kind) => kind in options.on && policy[kind] === 'signed-only');
  if (secrets === undefined && !needsSecret) return undefined;
  return resolveVerifyOptions({ ...options, secrets: secrets ?? '' });
}

function resolvePolicies(policies: WebhookHandlerOptions['policy']): Policies {
  const resolved = { ...DEFAULT_POLICIES, ...policies };
  for (const [kind, policy] of Object.entries(resolved)) {
    if (!Object.hasOwn(DEFAULT_POLICIES, kind)) unknownKind(`policy.${kind}`);
    if (!POLICIES.includes(policy)) invalid(`policy.${kind}`, POLICIES.join(' or '), policy);
  }
  return resolved;
}

function resolveStoreTimeout(seconds = DEFAULT_STORE_TIMEOUT_S): number {
  if (!(Number.isFinite(seconds) && seconds > 0 && seconds <= MAX_STORE_TIMEOUT_S))
    invalid('storeTimeout', `more than 0 and at most ${MAX_STORE_TIMEOUT_S} seconds`, seconds);
  return seconds * 1000;
}

/** JavaScript callers get an error here, rather than at the first request or never. */
function checkTypes(options: unknown): void {
  if (!isRecord(options)) invalid('options', 'an object', options);
  const { on, dedupe = false, ...functions } = options;
  checkActions(on);
  if (dedupe !== false && !(isRecord(dedupe) && typeof dedupe.claim === 'function'))
    invalid('dedupe', 'a dedupe store or false', dedupe);
  for (const name of ['waitUntil', 'onMismatch', 'onError'])
    if (!isFunctionOrUndefined(functions[name])) invalid(name, 'a function', functions[name]);
}

/** Without this check, events of a misspelled kind would get the response 200 and be lost. */
function checkActions(on: unknown): void {
  if (!isRecord(on)) invalid('on', 'an object with actions', on);
  for (const [kind, action] of Object.entries(on)) {
    if (!Object.hasOwn(DEFAULT_POLICIES, kind)) unknownKind(`on.${kind}`);
    if (!isFunctionOrUndefined(action)) invalid(`on.${kind}`, 'a function', action);
  }
}

function isFunctionOrUndefined(value: unknown): boolean {
  return value === undefined || typeof value === 'function';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function unknownKind(option: string): never {
  fail('invalid_options', `${option} does not exist; the kinds are ${KINDS.join(', ')}.`);
}
