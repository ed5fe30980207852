import { isParsedJson } from './body.ts';
import { headersOf } from './claim.ts';
import type { WebhookErrorCode } from './codes.ts';
import type { DedupeStore } from './dedupe.ts';
import { dedupeKey } from './dedupe-key.ts';
import { createMemoryDedupeStore } from './dedupe-memory.ts';
import { fail, WebhookVerificationError } from './errors.ts';
import type { WebhookEvent } from './event.ts';
import { readHeader } from './headers.ts';
import { readOptions, type VerifyOptions } from './options.ts';
import { parse } from './parse.ts';
import { patientClaim } from './patient-claim.ts';
import { type LambdaEvent, readBody, type UnreadRequest, type WebhookRequest } from './request.ts';
import { verify } from './verify.ts';

/** An event of one kind; `verified` says whether it was signed. */
export type EventOf<Kind extends WebhookEvent['kind']> = Extract<WebhookEvent, { readonly kind: Kind }>;

/** What to do with an event. What is thrown makes the service try again. */
type Action<Kind extends WebhookEvent['kind']> = (event: EventOf<Kind>) => unknown;

/** What to do with events, by kind. Those of a kind that is left out are answered with 200 and not looked at. */
export interface WebhookActions {
  /** A message from a handset. */
  readonly inboundMessage?: Action<'inbound-message'>;
  /** A message was marked delivered or failed. */
  readonly deliveryReceipt?: Action<'delivery-receipt'>;
  /** An account fell below a threshold. */
  readonly creditNotification?: Action<'credit-notification'>;
  /** Something this version does not know; it comes as often as it is sent, since nobody knows its identity. */
  readonly unknown?: Action<'unknown'>;
}

/** Whether an event that carries no signature is accepted. */
export type SignaturePolicy = 'signed-only' | 'accept-unsigned';

/** How to receive webhooks. */
export interface WebhookHandlerOptions extends Omit<VerifyOptions, 'secrets'> {
  /** As for `verify`. Can be left out where no kind needs a signature. */
  readonly secrets?: VerifyOptions['secrets'] | undefined;
  /** What to do with events. */
  readonly on: WebhookActions;
  /**
   * Whether events without a signature are accepted, by kind. By default inbound messages need one and the others do
   * not, since only inbound webhooks are specified to be signed. A signature that is there is verified in any case.
   */
  readonly policy?: { readonly [Kind in keyof WebhookActions]?: SignaturePolicy };
  /**
   * Remembers which events were acted on: a store in memory unless given, which is enough for one process. `false`
   * acts on every attempt.
   */
  readonly dedupe?: DedupeStore | false;
  /**
   * Answers first and acts afterwards: what the runtime has to keep a finished request alive, such as `waitUntil` of
   * Workers and Vercel. For actions that take longer than the service waits for an answer. The price: once answered
   * with 200, the service does not try again, so an action that fails is lost unless `onError` sees to it.
   */
  readonly waitUntil?: (work: Promise<void>) => void;
  /**
   * Is told whatever kept an event from being acted on: a `WebhookVerificationError`, or what an action or the store
   * has thrown. Prints to the console unless given; what it throws itself is printed, and changes no answer.
   */
  readonly onError?: (error: unknown, event: WebhookEvent | undefined) => void;
}

/** What a handler takes: a `Request`, or what says the same in another form. */
export type HandlerRequest = (UnreadRequest | WebhookRequest | LambdaEvent) & {
  /** Anything but `POST` is answered with 405; unknown is taken for it. */
  readonly method?: string | undefined;
};

/** Receives a webhook and answers it. Never rejects. */
export type WebhookHandler = (request: HandlerRequest) => Promise<Response>;

const ACTIONS = {
  'inbound-message': 'inboundMessage',
  'delivery-receipt': 'deliveryReceipt',
  'credit-notification': 'creditNotification',
  unknown: 'unknown',
} as const satisfies Record<WebhookEvent['kind'], keyof WebhookActions>;

const POLICY: Readonly<Record<keyof WebhookActions, SignaturePolicy>> = {
  inboundMessage: 'signed-only',
  deliveryReceipt: 'accept-unsigned',
  creditNotification: 'accept-unsigned',
  unknown: 'accept-unsigned',
};

/** Who cannot prove who they are. */
const UNAUTHORIZED: ReadonlySet<WebhookErrorCode> = new Set<WebhookErrorCode>([
  'missing_signature',
  'signature_mismatch',
  'secret_not_found',
  'timestamp_too_old',
  'timestamp_too_new',
  'environment_mismatch',
]);

/** Mistakes of the receiver, not of the request. */
const OURS: ReadonlySet<WebhookErrorCode> = new Set<WebhookErrorCode>([
  'invalid_options',
  'missing_secret',
  'unsupported_runtime',
  'parsed_body',
  'body_used',
]);

/**
 * Makes the function that receives webhooks: `Request` in, `Response` out, as Next.js, Hono, Bun, Deno and Workers take
 * it as it is. `@messaging-service/webhooks/node` adapts it to Node's `http`, Express, Fastify, Koa and AWS Lambda.
 *
 * It answers 200, the one status the service takes for success, when the action for the event has ended well, when
 * another attempt or another receiver has already acted on it, and for events nobody asked for. Otherwise, and then
 * the service tries again: 500 when the action throws or something here is set up wrongly, 401 when the request does
 * not prove where it comes from, 400 when it makes no sense, 503 when another receiver is still acting on the event,
 * 405 when it is no POST.
 *
 * @param options - What to do with events, and how to verify them.
 * @throws WebhookVerificationError `missing_secret` or `invalid_options`, right here rather than at the first request.
 * @see spec.md, Events; Webhook signing.
 *
 * @example
 * ```ts
 * import { createWebhookHandler } from '@messaging-service/webhooks';
 *
 * export const POST = createWebhookHandler({
 *   secrets: process.env.WEBHOOK_SECRET,
 *   on: {
 *     inboundMessage: ({ payload }) => saveReply(payload.from, payload.message),
 *     deliveryReceipt: ({ payload }) => markDelivered(payload.messageuuid, payload.delivered),
 *   },
 * });
 * ```
 */
export function createWebhookHandler(options: WebhookHandlerOptions): WebhookHandler {
  const settings = readSettings(options);
  const { report } = settings;
  return async (request) => {
    // Callers without types do pass nothing at all.
    const { method = 'POST' } = (request as HandlerRequest | null | undefined) ?? {};
    if (method !== 'POST') return refuse(405, 'method_not_allowed', { allow: 'POST' });
    let event: WebhookEvent | undefined;
    try {
      event = await receive(request, settings);
      return await act(event, settings);
    } catch (error) {
      report(error, event);
      // Without an event it was never accepted; what an action throws, of whatever class, is a failure of the action.
      return error instanceof WebhookVerificationError && event === undefined
        ? refuse(statusOf(error.code), error.code)
        : refuse(500, 'handler_failed');
    }
  };
}

/** Options with their defaults applied. */
interface Settings {
  readonly verifying: VerifyOptions | undefined;
  readonly on: WebhookActions;
  readonly policy: Readonly<Record<keyof WebhookActions, SignaturePolicy>>;
  readonly dedupe: DedupeStore | false;
  readonly waitUntil: WebhookHandlerOptions['waitUntil'];
  readonly report: (error: unknown, event: WebhookEvent | undefined) => void;
}

const POLICIES: readonly string[] = ['signed-only', 'accept-unsigned'] satisfies readonly SignaturePolicy[];

function readSettings(options: WebhookHandlerOptions): Settings {
  const { secrets, on, policy: given, dedupe = createMemoryDedupeStore(), waitUntil, onError, now } = options;
  checkActions(on);
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
    dedupe,
    waitUntil,
    report: onError === undefined ? printError : guarded(onError),
  };
}

/** A name that is misspelt would otherwise have events answered with 200 and lost. */
function checkActions(on: unknown): void {
  if (typeof on !== 'object' || on === null) fail('invalid_options', 'on');
  for (const [kind, action] of Object.entries(on)) {
    const isAction = typeof action === 'function' || action === undefined;
    if (!Object.hasOwn(POLICY, kind) || !isAction) fail('invalid_options', `on.${kind}`);
  }
}

/** A request becomes an event: verified when it bears a signature, whatever its kind, and parsed when it may do without. */
async function receive(request: HandlerRequest, { verifying, policy }: Settings): Promise<WebhookEvent> {
  if (readHeader(headersOf(request), 'signature') !== undefined) {
    return verify(request, verifying ?? fail('missing_secret'));
  }
  const { body } = request as WebhookRequest;
  const event = parse(isParsedJson(body) ? body : await readBody(request));
  if (policy[ACTIONS[event.kind]] === 'signed-only') fail('missing_signature');
  return event;
}

/** Acts on an event that nobody has acted on yet. */
async function act(event: WebhookEvent, { on, dedupe, waitUntil, report }: Settings): Promise<Response> {
  const action = on[ACTIONS[event.kind]] as ((event: WebhookEvent) => unknown) | undefined;
  if (action === undefined) return accept();
  const key = dedupe === false ? undefined : await dedupeKey(event);
  // Whoever has answered before acting has answered for this attempt, too: nothing to wait for.
  const claim =
    dedupe === false || key === undefined
      ? undefined
      : await patientClaim(dedupe, key, waitUntil === undefined);
  if (claim !== undefined && claim.state !== 'claimed') {
    const isAnswered = claim.state === 'done' || waitUntil !== undefined;
    return isAnswered ? accept() : refuse(503, 'in_progress', { 'retry-after': '10' });
  }
  const told = async (tell: () => Promise<void> | undefined) => {
    try {
      await tell();
    } catch (failure) {
      report(failure, event);
    }
  };
  const work = async () => {
    try {
      await action(event);
    } catch (error) {
      await told(() => claim?.release());
      throw error;
    }
    // It is done, whatever the store says: trying again would do it twice.
    await told(() => claim?.commit());
  };
  if (waitUntil === undefined) await work();
  else waitUntil(work().catch((error: unknown) => report(error, event)));
  return accept();
}

function accept(): Response {
  return new Response(null, { status: 200 });
}

/** Says no more than the code: hints are for the receiver's own log. */
function refuse(status: number, code: string, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json({ error: { code } }, { status, headers });
}

function statusOf(code: WebhookErrorCode): 400 | 401 | 500 {
  if (OURS.has(code)) return 500;
  return UNAUTHORIZED.has(code) ? 401 : 400;
}

/** Whoever fails to report a failure must not keep the handler from answering, nor end the process. */
function guarded(onError: Settings['report']): Settings['report'] {
  // Awaited, since an async function fits the type, too.
  const report = async (error: unknown, event: WebhookEvent | undefined) => onError(error, event);
  return (error, event) => void report(error, event).catch(printError);
}

function printError(error: unknown): void {
  const expected = error instanceof WebhookVerificationError;
  // biome-ignore lint/suspicious/noConsole: a webhook that fails without a word is how messages get lost.
  console.error('[messaging-webhooks]', expected ? error.message : error);
}
