import type { DedupeStore } from './dedupe.ts';
import { createMemoryDedupeStore } from './dedupe-memory.ts';
import { fail, WebhookVerificationError } from './errors.ts';
import type { WebhookEvent } from './event.ts';
import type { SignaturePolicy, WebhookActions, WebhookHandlerOptions } from './handler-options.ts';
import { limitStore } from './limited-store.ts';
import { readOptions, type VerifyOptions } from './options.ts';

const POLICY: Readonly<Record<keyof WebhookActions, SignaturePolicy>> = {
  inboundMessage: 'signed-only',
  deliveryReceipt: 'accept-unsigned',
  creditNotification: 'accept-unsigned',
  unknown: 'accept-unsigned',
};

const DEFAULT_STORE_TIMEOUT_S = 3;
/** The service waits 10 s for an answer, and a claim and a commit have to fit into that beside the action. */
const MAX_STORE_TIMEOUT_S = 5;

/** Options with their defaults applied. */
export interface Settings {
  readonly verifying: VerifyOptions | undefined;
  readonly on: WebhookActions;
  readonly policy: Readonly<Record<keyof WebhookActions, SignaturePolicy>>;
  /** The store, with its time limit; `undefined` acts on each attempt. */
  readonly dedupe: DedupeStore | undefined;
  readonly waitUntil: WebhookHandlerOptions['waitUntil'];
  readonly report: (error: unknown, event: WebhookEvent | undefined) => void;
}

const POLICIES: readonly string[] = ['signed-only', 'accept-unsigned'] satisfies readonly SignaturePolicy[];

/**
 * Checks the options of a handler, and applies defaults.
 *
 * @throws WebhookVerificationError `missing_secret` or `invalid_options`.
 */
export function readSettings(options: WebhookHandlerOptions): Settings {
  checkForms(options);
  const { secrets, on, policy: given, dedupe = createMemoryDedupeStore(), waitUntil, onError, now } = options;
  const { storeTimeout = DEFAULT_STORE_TIMEOUT_S } = options;
  if (!(Number.isFinite(storeTimeout) && storeTimeout > 0 && storeTimeout <= MAX_STORE_TIMEOUT_S))
    fail('invalid_options', 'storeTimeout');
  const policy = { ...POLICY, ...given };
  for (const [kind, value] of Object.entries(policy)) {
    if (!Object.hasOwn(POLICY, kind) || !POLICIES.includes(value)) {
      fail('invalid_options', `policy.${kind}`);
    }
  }
  const needsSecret = Object.keys(POLICY).some(
    (kind) => kind in on && policy[kind as keyof typeof POLICY] === 'signed-only',
  );
  const verifying =
    secrets === undefined && !needsSecret ? undefined : { ...options, secrets: secrets ?? '' };
  // A clock is not asked before there is something to verify: it may not run yet.
  if (verifying !== undefined) readOptions(typeof now === 'function' ? { ...verifying, now: 0 } : verifying);
  return {
    verifying,
    on,
    policy,
    dedupe: dedupe === false ? undefined : limitStore(dedupe, storeTimeout * 1000),
    waitUntil,
    report: onError === undefined ? printError : guarded(onError),
  };
}

/** Callers without types are told at once, rather than by the first request, or never. */
function checkForms(options: unknown): void {
  if (!isRecord(options)) fail('invalid_options', 'options');
  const { on, dedupe = false, ...functions } = options;
  checkActions(on);
  if (dedupe !== false && !(isRecord(dedupe) && typeof dedupe.claim === 'function'))
    fail('invalid_options', 'dedupe');
  for (const name of ['waitUntil', 'onError'])
    if (!isFunctionOrNone(functions[name])) fail('invalid_options', name);
}

/** A name that is misspelt would otherwise have events answered with 200 and lost. */
function checkActions(on: unknown): void {
  if (!isRecord(on)) fail('invalid_options', 'on');
  for (const [kind, action] of Object.entries(on)) {
    if (!Object.hasOwn(POLICY, kind) || !isFunctionOrNone(action)) fail('invalid_options', `on.${kind}`);
  }
}

function isFunctionOrNone(value: unknown): boolean {
  return value === undefined || typeof value === 'function';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Whoever fails to report a failure must not keep the handler from answering, nor end the process. */
function guarded(onError: Settings['report']): Settings['report'] {
  // Awaited, since an async function fits the type, too.
  const report = async (error: unknown, event: WebhookEvent | undefined) => onError(error, event);
  return (error, event) => void report(error, event).catch(printError);
}

function printError(error: unknown): void {
  const expected = error instanceof WebhookVerificationError;
  // oxlint-disable-next-line no-console -- a webhook that fails without a word is how messages get lost.
  console.error('[messaging-webhooks]', expected ? error.message : error);
}
