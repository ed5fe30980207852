import { type Checks, isInstance, must } from '@messaging-service/contract';
import type { DedupeStore } from '../dedupe/store.ts';
import { withStoreTimeout } from '../dedupe/store-timeout.ts';
import { checkEach, checkFunction, readOptions } from '../errors/read-options.ts';
import { requireApis } from '../errors/require-apis.ts';
import type { WebhookEvent } from '../event/event.ts';
import {
  type ResolvedVerifyOptions,
  resolveVerifyOptions,
  VERIFY_CHECKS,
  type VerifyOptions,
} from '../verify/options.ts';
import { ACTIONS } from './actions.ts';
import { createDefaultStore } from './default-store.ts';
import type { SignaturePolicy, WebhookActions, WebhookHandlerOptions } from './options.ts';
import { createMismatchReporter, createReporter } from './report.ts';

const POLICIES: readonly SignaturePolicy[] = ['signed-only', 'accept-unsigned'];

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

const KINDS: readonly (keyof WebhookActions)[] = /* @__PURE__ */ Object.values(ACTIONS);

/** Without the names, events of a misspelled kind would get the response 200 and be lost. */
const byKind = <Value>(check: Value) =>
  Object.fromEntries(KINDS.map((kind) => [kind, check])) as Record<keyof WebhookActions, Value>;

/** A function, because bundlers keep a table with a spread although nothing uses it. */
function handlerChecks(): Checks<WebhookHandlerOptions> {
  const checkActions = checkEach<WebhookActions>(byKind(checkFunction));
  const checkPolicies = checkEach<Policies>(
    byKind(must('signed-only or accept-unsigned', (value) => POLICIES.includes(value as SignaturePolicy))),
  );
  return {
    ...VERIFY_CHECKS,
    on: (value) => {
      const problem = checkActions(value);
      const isEmpty =
        problem === undefined &&
        isInstance(value as object) &&
        !KINDS.some((kind) => kind in (value as object));
      return isEmpty ? `must be an object with at least one of ${KINDS.join(', ')}` : problem;
    },
    policy: checkPolicies,
    dedupe: must(
      'a dedupe store or false',
      (value) => value === false || typeof (value as Partial<DedupeStore> | null)?.claim === 'function',
    ),
    storeTimeout: must(
      `more than 0 and at most ${MAX_STORE_TIMEOUT_S} seconds`,
      (value) => typeof value === 'number' && value > 0 && value <= MAX_STORE_TIMEOUT_S,
    ),
    waitUntil: (value) => (typeof value === 'boolean' ? undefined : checkFunction(value)),
    onMismatch: checkFunction,
    onError: checkFunction,
  };
}

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
export function resolveHandlerOptions(given: WebhookHandlerOptions): ResolvedHandlerOptions {
  requireApis(...NEEDED);
  const options = readOptions(given, handlerChecks(), 'on');
  const { on, dedupe = createDefaultStore(), storeTimeout = DEFAULT_STORE_TIMEOUT_S, waitUntil } = options;
  const policy = resolvePolicies(options.policy);
  return {
    verification: resolveVerification(options, policy),
    on,
    policy,
    dedupe: dedupe === false ? undefined : withStoreTimeout(dedupe, storeTimeout * 1000),
    waitUntil,
    report: createReporter(options.onError),
    reportMismatch: createMismatchReporter(options.onMismatch, on),
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
  const resolved = KINDS.map((kind) => [kind, policies?.[kind] ?? DEFAULT_POLICIES[kind]]);
  return Object.fromEntries(resolved) as Policies;
}
