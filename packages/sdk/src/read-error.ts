import {
  ERRORS,
  type ErrorBody,
  type ErrorCode,
  errorBodySchema,
  validate,
} from '@messaging-service/contract';
import type { ApiError } from './errors/api-error.ts';
import { apiErrorClass } from './errors/api-error-class.ts';
import { summarize } from './errors/issue-summary.ts';
import type { Answer } from './exchange.ts';
import { parseJson, type Reading, rawAnswer } from './reading.ts';
import type { Redact } from './redact.ts';

/**
 * Of identifiers that the client has just made, it says that a copy of this very request was there before: a browser
 * may resend one whose connection broke, and so may a proxy.
 */
const DUPLICATE = 'duplicate_id' satisfies ErrorCode;

/** Reads an answer with a status of 400 or more, whether the service wrote it or something in front of it. */
export function readError(answer: Answer, { operation, ids, freshIds, redact, progress }: Reading): ApiError {
  const { status } = answer;
  const { code, message, issues } = readErrorBody(answer.text, redact);
  const named = [status, code].filter((part) => part !== undefined).join(' ');
  const ErrorClass = apiErrorClass(status, code);
  progress.maybeSent ||= mayHaveActed(status, code) || (freshIds && code === DUPLICATE);
  return new ErrorClass(`${operation} answered ${named}: ${message}`, {
    answer: rawAnswer(answer, redact),
    code,
    issues,
    ...progress,
    ids,
  });
}

/** A known code is a refusal. Without one, a failure may have come after the deed; 503 and 429 say it did not. */
function mayHaveActed(status: number, code: string | undefined): boolean {
  if (code !== undefined && Object.hasOwn(ERRORS, code)) return false;
  return status === 408 || (status >= 500 && status !== 503);
}

type Fault = Omit<ErrorBody['error'], 'code'> & { readonly code?: string };

function readErrorBody(text: string, redact: Redact): Fault {
  const validation = validate(errorBodySchema, parseJson(text));
  if (!validation.ok) return { message: 'the body is not an error of the service' };
  const { code, message, issues = [] } = validation.value.error;
  const clean = issues.map((issue) => ({ path: redact(issue.path), message: redact(issue.message) }));
  const detail = clean.length > 0 ? ` (${summarize(clean)})` : '';
  return { code: redact(code), message: redact(message) + detail, issues: clean };
}
