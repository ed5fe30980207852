import { WebhookVerificationError } from '../errors/errors.ts';
import type { Verification, VerifiedWebhook } from '../event/event.ts';
import { isParsedJson } from '../sign/body.ts';
import { isTimestamp, readTimestamp } from '../sign/timestamp.ts';
import type { VerifySyncOptions } from '../verify/options.ts';
import type { WebhookRequest } from '../verify/request.ts';
import { verifySync } from '../verify/verify-sync.ts';
import { printable } from './printable.ts';

/** A request from a file or a log. */
export interface CapturedRequest {
  /** The bytes of the body; a parsed value if the capture contains no bytes. */
  readonly body: unknown;
  /** All headers, in their order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** When it was received, in milliseconds since the epoch, if the capture contains that. */
  readonly at?: number | undefined;
}

/** A statement about a request. */
interface Finding {
  /** Whether this part of the request is right; `note` for other information. */
  readonly verdict: 'good' | 'bad' | 'note';
  readonly text: string;
}

/** Options for `diagnose`. */
export interface DiagnoseOptions extends VerifySyncOptions {
  readonly secrets: readonly string[];
  readonly tolerance: number | false;
  readonly now: number;
  /** The body as it was sent, if it is known. */
  readonly sent?: Buffer | undefined;
}

/** The result of the diagnosis of a captured request. */
export interface Diagnosis {
  /** The event, or why verification fails. */
  readonly outcome: VerifiedWebhook | WebhookVerificationError;
  /** The findings, in the order of verification. */
  readonly findings: readonly Finding[];
}

/**
 * Verifies a captured request. If that fails, it distinguishes what people meet: a body that was parsed or changed on the
 * way, another secret, and a request that is too old.
 *
 * @param request - The captured request.
 * @param options - The options.
 * @throws {WebhookVerificationError} `invalid_options` or `missing_secret`, which the request does not cause.
 */
export function diagnose(request: CapturedRequest, { sent, ...options }: DiagnoseOptions): Diagnosis {
  const outcome = verified(request, options);
  const issues = outcome instanceof WebhookVerificationError ? outcome.issues : [];
  const findings = [
    ...clockFindings(request, options),
    bodyFinding(request),
    ...signatureFindings(request, options.secrets, sent),
    ...issues.map(({ path, message }) => bad(`payload: ${path} ${message}`)),
  ];
  return { outcome, findings };
}

function verified(
  { body, headers }: CapturedRequest,
  options: VerifySyncOptions,
): VerifiedWebhook | WebhookVerificationError {
  try {
    return verifySync({ body: body as WebhookRequest['body'], headers }, options);
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    if (error.code === 'invalid_options' || error.code === 'missing_secret') throw error;
    return error;
  }
}

function clockFindings(
  { headers }: CapturedRequest,
  { now, tolerance }: DiagnoseOptions,
): readonly Finding[] {
  const text = headers.find(([name]) => name.toLowerCase() === 'timestamp')?.[1];
  if (text === undefined || !isTimestamp(text)) return [];
  const at = readTimestamp(text);
  const seconds = Math.round(Math.abs(now - at) / 1000);
  const difference = `sent ${new Date(at).toISOString()}, ${seconds} s ${now >= at ? 'before' : 'after'} ${new Date(now).toISOString()}`;
  if (tolerance === false) return [good(`clock: ${difference}: not checked`)];
  const isRecent = Math.abs(now - at) <= tolerance * 1000;
  const judged = `clock: ${difference}: ${isRecent ? 'within' : 'outside'} the tolerance of ${tolerance} s`;
  return [isRecent ? good(judged) : bad(judged)];
}

function bodyFinding({ body, headers }: CapturedRequest): Finding {
  if (isParsedJson(body)) return bad('body: captured as parsed JSON; the bytes that were signed are lost');
  if (!Buffer.isBuffer(body)) return bad('body: missing');
  const announced = headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1];
  if (announced === undefined || Number(announced) === body.length) return good(`body: ${body.length} bytes`);
  return bad(`body: ${body.length} bytes, but content-length is ${printable(announced)}`);
}

const MATCHES: { readonly [Form in Verification['matched']]: readonly Finding[] } = {
  raw: [good('signature: matches the body as received')],
  minified: [good('signature: matches the body in its minified form')],
  reserialized: [
    bad('signature: matches the body only after it was parsed and serialized again'),
    note('The secret is right. A parser has read the body: capture the bytes as they are received.'),
  ],
};

/** Checks the signature regardless of the clock and the environment, because most captured requests are old. */
function signatureFindings(
  request: CapturedRequest,
  secrets: readonly string[],
  sent: Buffer | undefined,
): readonly Finding[] {
  const outcome = signatureOf(request, secrets);
  if (typeof outcome === 'string') return MATCHES[outcome];
  if (outcome.code !== 'signature_mismatch') return [];
  if (sent === undefined)
    return [
      bad('signature: matches neither the body as received, nor minified, nor parsed and serialized again'),
      note(
        'The secret is another one, or the request was changed on the way. To find out, pass the body as it was sent with --sent.',
      ),
    ];
  if (typeof signatureOf({ ...request, body: sent }, secrets) === 'string')
    return [
      bad('signature: matches the body as it was sent'),
      note(
        'The secret is right. Something changed the body on the way: capture the bytes as they are received.',
      ),
    ];
  return [
    bad('signature: does not match the body as it was sent either'),
    note('The body is not the cause: the secret is another one, or a signing header was changed.'),
  ];
}

/** Returns the form of the body that the signature matches. A payload that cannot be read is signed all the same. */
function signatureOf(
  request: CapturedRequest,
  secrets: readonly string[],
): Verification['matched'] | WebhookVerificationError {
  const outcome = verified(request, { secrets, tolerance: false, reserialize: true });
  if (!(outcome instanceof WebhookVerificationError)) return outcome.matched;
  return /^invalid_(json|payload)$/.test(outcome.code) ? 'raw' : outcome;
}

function good(text: string): Finding {
  return { verdict: 'good', text };
}

function bad(text: string): Finding {
  return { verdict: 'bad', text };
}

function note(text: string): Finding {
  return { verdict: 'note', text };
}
