import {
  hintOf,
  type LambdaEvent,
  type VerifiedWebhook,
  type VerifySyncOptions,
  verify,
  verifySync,
  type WebhookRequest,
  WebhookVerificationError,
} from '@messaging-service/webhooks';
import { expect } from 'vitest';
import { SECRET, SENT_AT } from './samples.ts';

type Outcome = { readonly event: VerifiedWebhook } | { readonly error: unknown };

/** Verifies with both functions, at the time of the samples, and expects the same result from both. */
export async function verifyBoth(
  request: WebhookRequest | LambdaEvent,
  options: Partial<VerifySyncOptions> = {},
): Promise<VerifiedWebhook> {
  const all = { secrets: SECRET, now: SENT_AT, ...options };
  const sync = outcomeOf(() => verifySync(request, all));
  const async: Outcome = await verify(request, all).then(
    (event) => ({ event }),
    (error: unknown) => ({ error }),
  );
  expect(async).toEqual(sync);
  if ('error' in async) throw async.error;
  return async.event;
}

function outcomeOf(work: () => VerifiedWebhook): Outcome {
  try {
    return { event: work() };
  } catch (error) {
    return { error };
  }
}

/** The error of a verification that must fail. No text of it may contain the secret. */
export async function failureOf(work: () => unknown): Promise<WebhookVerificationError> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    expect(`${error.message}${hintOf(error)}${JSON.stringify(error)}${error.stack}`).not.toContain(SECRET);
    return error;
  }
  throw new Error('nothing was thrown');
}
