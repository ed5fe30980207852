import { WebhookVerificationError } from '../errors/errors.ts';
import type { VerifiedWebhook } from '../event/event.ts';
import { isParsedJson } from '../sign/body.ts';
import { decodeUtf8 } from '../sign/encoding.ts';
import { isTimestamp, readTimestamp } from '../sign/timestamp.ts';
import { DECOMPRESS, describeCompression } from '../verify/compression.ts';
import type { VerifySyncOptions } from '../verify/options.ts';
import type { WebhookRequest } from '../verify/request.ts';
import { examineSecret, TIDY } from '../verify/untidy-secret.ts';
import { verifySync } from '../verify/verify.ts';
import { printableJson } from './printable-json.ts';

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
    ...issues.map(({ path, message }) => finding('bad', `payload: ${path} ${message}`)),
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

function clockFindings(request: CapturedRequest, { now, tolerance }: DiagnoseOptions): readonly Finding[] {
  const text = headerOf(request, 'timestamp');
  if (text === undefined || !isTimestamp(text)) return [];
  const at = readTimestamp(text);
  const differenceMs = Math.abs(now - at);
  const difference = `${Math.round(differenceMs / 1000)} s ${now >= at ? 'before' : 'after'} ${new Date(now).toISOString()}`;
  const isAccepted = tolerance === false || differenceMs <= tolerance * 1000;
  const verdict =
    tolerance === false
      ? 'not checked'
      : `${isAccepted ? 'within' : 'outside'} the tolerance of ${tolerance} s`;
  const sentence = `clock: sent ${new Date(at).toISOString()}, ${difference}: ${verdict}`;
  return [finding(isAccepted ? 'good' : 'bad', sentence)];
}

function bodyFinding(request: CapturedRequest): Finding {
  const { body } = request;
  if (isParsedJson(body))
    return finding('bad', 'body: captured as parsed JSON; the bytes that were signed are lost');
  if (!Buffer.isBuffer(body)) return finding('bad', 'body: missing');
  const announced = headerOf(request, 'content-length') ?? String(body.length);
  if (Number(announced) === body.length) return finding('good', `body: ${body.length} bytes`);
  return finding('bad', `body: ${body.length} bytes, but content-length is ${printableJson(announced)}`);
}

/** The signed part of a request by the outcome: the form that matched, or what cannot be read although it is signed. */
const MATCHES: Readonly<Record<string, string>> = {
  raw: 'the body as received',
  minified: 'the body in its minified form',
  invalid_json: 'the body',
  invalid_payload: 'the body',
};

/** Checks the signature regardless of the clock and the environment, because most captured requests are old. */
function signatureFindings(
  request: CapturedRequest,
  secrets: readonly string[],
  sent: Buffer | undefined,
): readonly Finding[] {
  const check = (body: unknown, tried = secrets) => {
    const outcome = verified({ ...request, body }, { secrets: tried, tolerance: false });
    return outcome instanceof WebhookVerificationError ? outcome.code : outcome.matched;
  };
  const asReceived = check(request.body);
  if (asReceived in MATCHES) return [finding('good', `signature: matches ${MATCHES[asReceived]}`)];
  if (asReceived !== 'signature_mismatch' && asReceived !== 'parsed_body') return [];
  const mismatch = (problem: string, cause: string) => [
    finding('bad', `signature: ${problem}`),
    finding('note', cause),
  ];
  const untidy = secrets.flatMap((secret) => examineSecret(secret) ?? []);
  for (const { tidy, finding: ends } of untidy) {
    if (check(request.body, [tidy]) in MATCHES)
      return mismatch(`matches only without some characters: the secret ${ends}`, TIDY);
  }
  const compression = Buffer.isBuffer(request.body) && describeCompression(request.headers, request.body);
  if (typeof compression === 'string') return mismatch(compression, DECOMPRESS);
  if (check(serializedAgain(request.body)) in MATCHES)
    return mismatch(
      'matches the body only after it was parsed and serialized again',
      'The secret is right. A parser has read the body: capture the bytes as they are received.',
    );
  const [suspect] = untidy;
  if (suspect !== undefined && sent === undefined)
    return mismatch(`matches nothing, and a secret ${suspect.finding}`, TIDY);
  if (sent === undefined)
    return mismatch(
      'matches neither the body as received, nor minified, nor parsed and serialized again',
      "Your secret differs from the sender's, or the request was changed on the way. To find out, pass the body as it was sent with --sent.",
    );
  if (check(sent) in MATCHES)
    return mismatch(
      'matches the body as it was sent',
      'The secret is right. Something changed the body on the way: capture the bytes as they are received.',
    );
  return mismatch(
    'does not match the body as it was sent either',
    "The body is not the cause: your secret differs from the sender's, or a signing header was changed.",
  );
}

/** Returns a body as `JSON.stringify` writes it; `undefined` if it is not JSON. */
function serializedAgain(body: unknown): string | undefined {
  try {
    return JSON.stringify(Buffer.isBuffer(body) ? JSON.parse(decodeUtf8(body)) : body);
  } catch {
    return undefined;
  }
}

function headerOf({ headers }: CapturedRequest, name: string): string | undefined {
  return headers.find(([other]) => other.toLowerCase() === name)?.[1];
}

function finding(verdict: Finding['verdict'], text: string): Finding {
  return { verdict, text };
}
