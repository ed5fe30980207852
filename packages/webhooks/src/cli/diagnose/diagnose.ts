import type { WebhookErrorCode } from '../../errors/codes.ts';
import { WebhookVerificationError } from '../../errors/errors.ts';
import { HINTS } from '../../errors/hints.ts';
import type { VerifiedWebhook } from '../../event/event.ts';
import { isParsedJson } from '../../sign/body.ts';
import { isTimestamp, readTimestamp } from '../../sign/timestamp.ts';
import { readHeader } from '../../verify/headers.ts';
import type { VerifySyncOptions } from '../../verify/options.ts';
import { verifySync } from '../../verify/verify-sync.ts';
import { type CapturedRequest, toWebhookRequest } from './captured-request.ts';
import { describeExplanation } from './describe-explanation.ts';
import { explainMismatch } from './explain-mismatch.ts';
import { inspectBody } from './inspect-body.ts';
import { type Finding, inspectHeaders } from './inspect-headers.ts';
import { printable } from './printable.ts';

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
  /** The code that verification fails with; `undefined` if it succeeds. */
  readonly code: WebhookErrorCode | undefined;
  /** What to do about it. */
  readonly hint: string | undefined;
  /** The event, if verification succeeds. */
  readonly event: VerifiedWebhook | undefined;
  /** The findings, in the order of verification. */
  readonly findings: readonly Finding[];
}

/**
 * Verifies a captured request. If that fails, it finds out why, as far as possible.
 *
 * @param request - The captured request.
 * @param options - The options.
 * @throws {WebhookVerificationError} `invalid_options` or `missing_secret`, which the request does not cause.
 */
export function diagnose(request: CapturedRequest, options: DiagnoseOptions): Diagnosis {
  const outcome = verified(request, options);
  const event = outcome instanceof WebhookVerificationError ? undefined : outcome;
  const code = outcome instanceof WebhookVerificationError ? outcome.code : undefined;
  const issues = outcome instanceof WebhookVerificationError ? outcome.issues : [];
  const findings = [
    ...inspectHeaders(request.headers),
    ...clockFindings(request, options),
    ...environmentFindings(request, options),
    ...inspectBody(request).filter(({ verdict }) => verdict !== 'note' || code !== undefined),
    ...signatureFindings(request, options),
    ...issues.map(({ path, message }): Finding => ({ verdict: 'bad', text: `payload: ${path} ${message}` })),
  ];
  return { code, hint: code === undefined ? undefined : HINTS[code], event, findings };
}

function verified(
  request: CapturedRequest,
  options: VerifySyncOptions,
): VerifiedWebhook | WebhookVerificationError {
  try {
    return verifySync(toWebhookRequest(request), options);
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    if (error.code === 'invalid_options' || error.code === 'missing_secret') throw error;
    return error;
  }
}

/** Returns a signing header that occurs exactly once. */
function header(
  { headers }: CapturedRequest,
  name: 'signature' | 'timestamp' | 'environment',
): string | undefined {
  try {
    return readHeader(headers, name);
  } catch {
    return undefined;
  }
}

function clockFindings(request: CapturedRequest, { now, tolerance }: DiagnoseOptions): readonly Finding[] {
  const text = header(request, 'timestamp');
  if (text === undefined || !isTimestamp(text)) return [];
  const at = readTimestamp(text);
  const seconds = Math.round(Math.abs(now - at) / 1000);
  const isRecent = tolerance === false || Math.abs(now - at) <= tolerance * 1000;
  const skew = `sent ${new Date(at).toISOString()}, ${seconds} s ${now >= at ? 'before' : 'after'} ${new Date(now).toISOString()}`;
  const judged =
    tolerance === false
      ? 'not checked'
      : `${isRecent ? 'within' : 'outside'} the tolerance of ${tolerance} s`;
  return [{ verdict: isRecent ? 'good' : 'bad', text: `clock: ${skew}: ${judged}` }];
}

function environmentFindings(request: CapturedRequest, { environment }: DiagnoseOptions): readonly Finding[] {
  const found = header(request, 'environment');
  if (found === undefined || environment === undefined) return [];
  const isPinned = [environment].flat().includes(found);
  const text = `environment: ${printable(found)} is ${isPinned ? '' : 'not '}the expected one`;
  return [{ verdict: isPinned ? 'good' : 'bad', text }];
}

/** Checks the signature regardless of the clock and the environment, because most captured requests are old. */
function signatureFindings(request: CapturedRequest, options: DiagnoseOptions): readonly Finding[] {
  const [signature, timestamp, environment] = (['signature', 'timestamp', 'environment'] as const).map(
    (name) => header(request, name),
  );
  if (signature === undefined || timestamp === undefined || environment === undefined) return [];
  const { secrets, sent } = options;
  const outcome = verified(request, { secrets, tolerance: false });
  if (!(outcome instanceof WebhookVerificationError) || /^invalid_(json|payload)$/.test(outcome.code))
    return [{ verdict: 'good', text: 'signature: matches the body as received' }];
  if (outcome.code !== 'signature_mismatch') return [];
  const { body } = request;
  if (isParsedJson(body)) return [];
  return describeExplanation(
    explainMismatch(body as Buffer, { signature, timestamp, environment }, secrets, sent),
  );
}
