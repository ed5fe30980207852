import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import {
  type LambdaEvent,
  type VerifiedWebhook,
  type VerifySyncOptions,
  verify,
  verifySync,
  type WebhookRequest,
  WebhookVerificationError,
} from '../src/index.ts';
import { ENVIRONMENT, SECRET, SENT_AT, TIMESTAMP } from './samples.ts';

/** The scheme in one line, independent of the sources. See SIG-2. */
export function macOf(
  body: Uint8Array | string,
  secret = SECRET,
  environment = ENVIRONMENT,
  timestamp = TIMESTAMP,
): string {
  const text = `${Buffer.from(body as string).toString('base64')}.${environment}.${timestamp}`;
  return createHmac('sha256', Buffer.from(secret)).update(text).digest('base64');
}

/** The headers of a body that is signed to the letter. */
export function headersOf(body: Uint8Array | string): Record<string, string> {
  return { signature: macOf(body), timestamp: TIMESTAMP, environment: ENVIRONMENT };
}

/** A request whose body is signed to the letter. */
export function signed(body: string): WebhookRequest {
  return { body, headers: headersOf(body) };
}

type Outcome = { readonly event: VerifiedWebhook } | { readonly error: unknown };

/** Verifies in both ways, at the samples' own time, and insists that they agree in every word. */
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

/** The error of a verification that must fail, with every text checked for the secret. */
export async function failureOf(work: () => unknown): Promise<WebhookVerificationError> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    expect(`${error.message}${error.hint}${JSON.stringify(error)}${error.stack}`).not.toContain(SECRET);
    return error;
  }
  throw new Error('nothing was thrown');
}
