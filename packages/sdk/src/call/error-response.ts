import { type ErrorCode, errorBodySchema, type Issue, validate } from '@messaging-service/contract';
import { type ApiError, apiErrorClass, isKnownCode } from '../errors/api-errors.ts';
import { redactIssues, summarize } from '../errors/issue-summary.ts';
import type { Redact } from '../errors/redact.ts';
import type { ResolvedOptions } from '../options/resolve-options.ts';
import type { TransportResponse } from '../transport/transport.ts';
import { describeForeignBody, shorten } from './foreign-body.ts';
import type { Progress } from './progress.ts';
import { redactResponse } from './raw-response.ts';
import { parseJson } from './values.ts';
import type { WrittenRequest } from './write-request.ts';

/**
 * For identifiers that the client has just generated, this code means that a copy of the same request arrived before: a
 * browser or a proxy may resend a request after its connection was lost.
 */
const DUPLICATE = 'duplicate_id' satisfies ErrorCode;

const QUEUED_BEFORE =
  ' An earlier attempt of this call has queued the content under these identifiers; with the option safeResend the call succeeds.';

/** Creates the error of a response with a status of 400 or more, from the service or from a system in front of it. */
export function readErrorResponse(
  response: TransportResponse,
  { name, ids, ownIds, resend }: WrittenRequest,
  progress: Progress,
  { redact }: ResolvedOptions,
): ApiError {
  const { status } = response;
  const { code, message, issues, isComplete } = readErrorBody(response, redact);
  const summary = [status, code].filter((part) => part !== undefined).join(' ');
  const ErrorClass = apiErrorClass(status, code);
  const isOwnDuplicate = ownIds && code === DUPLICATE;
  // Only this call can have used identifiers that were generated for it.
  const advice = isOwnDuplicate && progress.maybeSent && resend === undefined ? QUEUED_BEFORE : '';
  const origin = status === 407 ? ' from a proxy between the client and the service' : '';
  progress.maybeSent ||= mayHaveActed(status, code) || isOwnDuplicate;
  return new ErrorClass(`${name} returned ${summary}${origin}: ${message}${advice}`, {
    response: redactResponse(response, redact),
    code,
    issues,
    isComplete,
    ...progress,
    ids,
  });
}

/** A known code is a refusal. Without one, the request may have been processed; 503 and 425 say that it was not. */
function mayHaveActed(status: number, code: string | undefined): boolean {
  if (isKnownCode(code)) return false;
  return status === 408 || (status >= 500 && status !== 503);
}

interface ErrorDescription {
  readonly code?: string | undefined;
  readonly message: string;
  readonly issues?: readonly Issue[] | undefined;
  readonly isComplete: boolean;
}

function readErrorBody({ text }: TransportResponse, redact: Redact): ErrorDescription {
  const body = parseJson(text);
  const validation = validate(errorBodySchema, body);
  if (!validation.ok) {
    const { code, message, issues } = describeForeignBody(body, text);
    // Redacted before it is cut: half of a key would not be recognized.
    const line = shorten(redact(message));
    return { code: code && shorten(redact(code)), ...withIssues(line, issues, redact), isComplete: false };
  }
  const { code, message, issues = [] } = validation.value.error;
  return { code: redact(code), ...withIssues(redact(message), issues, redact), isComplete: true };
}

function withIssues(message: string, issues: readonly Issue[], redact: Redact) {
  const clean = redactIssues(issues, redact);
  return { message: clean.length > 0 ? `${message} (${summarize(clean)})` : message, issues: clean };
}
