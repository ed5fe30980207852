import { type ErrorCode, errorBodySchema, type Issue, validate } from '@messaging-service/contract';
import { type ApiError, apiErrorClass, isKnownCode } from '../errors/api-errors.ts';
import { redactIssues, summarize } from '../errors/issue-summary.ts';
import type { Redact } from '../errors/redact.ts';
import type { ResolvedOptions } from '../options/resolve-options.ts';
import type { TransportResponse } from '../transport/transport.ts';
import { describeForeignBody, shorten } from './foreign-body.ts';
import type { Progress } from './progress.ts';
import { redactResponse } from './raw-response.ts';
import { readRetryAfter } from './retry-after.ts';
import { parseJson } from './values.ts';
import type { WrittenRequest } from './write-request.ts';

/**
 * For identifiers that the client has just generated, this code means that a copy of the same request arrived before: a
 * browser or a proxy may resend a request after its connection was lost.
 */
const DUPLICATE = 'duplicate_id' satisfies ErrorCode;

/**
 * Creates the error of a response with a status of 400 or more, from the service or from a system in front of it.
 *
 * @param progress - The attempts of the call, this one included; `maybeSent` is that of the attempts before.
 */
export function readErrorResponse(
  response: TransportResponse,
  { name, ids, ownIds }: WrittenRequest,
  { attempts, maybeSent }: Progress,
  { redact }: ResolvedOptions,
): ApiError {
  const { status } = response;
  const { code, message, issues, isComplete } = readErrorBody(response, redact);
  const summary = [status, code].filter((part) => part !== undefined).join(' ');
  const ErrorClass = apiErrorClass(status, code);
  const isOwnDuplicate = ownIds && code === DUPLICATE;
  const isRefusal = isComplete && isKnownCode(code);
  return new ErrorClass(`${name} returned ${summary}: ${message}`, {
    response: redactResponse(response, redact),
    code,
    issues,
    retryAfterMs: readRetryAfter(response.headers),
    isComplete,
    attempts,
    maybeSent: maybeSent || isOwnDuplicate || (!isRefusal && leavesOutcomeOpen(status)),
    ids,
  });
}

/**
 * Whether a response without an error code of the service leaves open if the request was processed. Proxies return 5xx, 503
 * included, also for requests that they have passed on. 408 and 499 mean that one side stopped waiting. Any other 4xx refuses
 * the request.
 */
function leavesOutcomeOpen(status: number): boolean {
  return status === 408 || status === 499 || status >= 500;
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
