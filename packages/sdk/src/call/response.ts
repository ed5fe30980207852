import {
  type ErrorCode,
  errorBodySchema,
  type Issue,
  parseExactNumbers,
  readLeniently,
  type Validation,
  validate,
} from '@messaging-service/contract';
import { apiErrorClass, isKnownCode } from '../errors/api-error-class.ts';
import type { ApiError } from '../errors/api-errors.ts';
import { UnexpectedResponseError } from '../errors/call-errors.ts';
import { redactIssues, summarize } from '../errors/issue-summary.ts';
import type { MessagingError, Progress, RawResponse } from '../errors/messaging-error.ts';
import type { Redact } from '../errors/redact.ts';
import type { ResolvedOptions } from '../options/resolve-options.ts';
import { describeForeignBody, type ForeignDescription } from './foreign-body.ts';
import type { ReceivedResponse } from './received-response.ts';
import { parseJson } from './values.ts';
import type { Match, WrittenRequest } from './write-request.ts';

/** The value of a response. */
export interface ReadValue {
  readonly value: unknown;
}

/**
 * Reads a response: returns the value of its body, or the error that it means.
 *
 * @param progress - The attempts of the call, this one included; `maybeSent` is that of the attempts before.
 */
export function readResponse(
  response: ReceivedResponse,
  request: WrittenRequest,
  progress: Progress,
  client: ResolvedOptions,
): ReadValue | MessagingError {
  const { status, text } = response;
  if (status >= 400) return readErrorResponse(response, request, progress, client);
  const unexpected = (what: string, issues: readonly Issue[] = []) =>
    new UnexpectedResponseError(`${request.name} returned ${status}: ${client.redact(what)}`, issues, {
      response: redactResponse(response, client.redact),
      attempts: progress.attempts,
      maybeSent: true,
      ids: request.ids,
    });
  // Any 2xx is a success, so a service that starts to return 202 still works. Browsers hide redirects that are not followed.
  if (status === 0) return unexpected('it is a redirect, which is not followed, or no response of HTTP');
  if (status < 200) return unexpected('the status is not one of HTTP');
  if (status >= 300) return unexpected(describeRedirect(response.headers.location));
  const isEmpty = text.trim() === '';
  // Operations whose response has no content of use may return no body at all, such as cancelling a batch.
  const body = isEmpty ? {} : parseJson(text);
  if (isEmpty && request.operation.response === undefined) return { value: undefined };
  if (body === undefined) return unexpected('the body is not JSON: check baseUrl');
  const { value, issues, unfit } = readValue(body, parseExactNumbers(text), request);
  if (issues.length === 0) return { value };
  if (client.responses === 'strict') return unexpected(summarize(issues), issues);
  // The message names only the reason: the other differences alone would not be an error.
  if (unfit.length > 0) return unexpected(summarize(unfit), issues);
  void client.notify('onMismatch', () => ({
    operation: request.name,
    issues: redactIssues(issues, client.redact),
  }));
  return { value };
}

/** Names the address without its query, which can contain the key of this request in another form. */
function describeRedirect(location = ''): string {
  const [address] = location.split(/[?#]/);
  const target = address === '' ? '' : ` (${address})`;
  return `redirects are not followed: set baseUrl to the final address${target}`;
}

/** A value and its differences from the contract. */
interface Reading {
  readonly value: unknown;
  readonly issues: readonly Issue[];
  /** Those of the differences that make the value unusable. */
  readonly unfit: readonly Issue[];
}

/**
 * Reads the value of a body.
 *
 * @param body - The body.
 * @param exact - The body with texts in place of numbers that a JavaScript number would change; undefined if there are none.
 */
function readValue(body: unknown, exact: unknown, { operation, match }: WrittenRequest): Reading {
  const { response, essential } = operation;
  if (response === undefined) return { value: exact ?? body, issues: [], unfit: [] };
  const validation = validateBoth(response, body, exact);
  const { value, missing } = validation.ok
    ? { value: validation.value, missing: [] }
    : readLeniently(response, exact ?? body, essential);
  const matched: Match<unknown> =
    missing.length > 0 || match === undefined ? { value, unfit: missing } : match(value as never);
  const { unfit = [], mismatches = [] } = matched;
  const own = [...unfit, ...mismatches];
  const others = validation.ok
    ? []
    : validation.issues.filter(({ path }) => own.every((one) => one.path !== path));
  return { value: matched.value, issues: [...own, ...others], unfit };
}

/** A number where a text belongs is an issue of the body, and a text where a number belongs is one of its exact form. */
function validateBoth<Schema extends Parameters<typeof validate>[0]>(
  schema: Schema,
  body: unknown,
  exact: unknown,
): Validation<unknown> {
  const plain = validate(schema, body);
  if (exact === undefined) return plain;
  const other = validate(schema, exact);
  if (plain.ok) return other;
  if (other.ok) return plain;
  const more = other.issues.filter(({ path }) => plain.issues.every((one) => one.path !== path));
  return { ok: false, issues: [...plain.issues, ...more] };
}

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
function readErrorResponse(
  response: ReceivedResponse,
  { name, ids, ownIds }: WrittenRequest,
  { attempts, maybeSent }: Progress,
  { redact }: ResolvedOptions,
): ApiError {
  const { status } = response;
  const { code, message, issues, isComplete } = readErrorBody(response, redact);
  const summary = [status, code].filter((part) => part !== undefined).join(' ');
  const details = issues.length > 0 ? ` (${summarize(issues)})` : '';
  // A body of another form, such as that of a proxy, can contain any code. With a status that refuses, it is one of the
  // services whose errors have another form.
  const serviceCode = isComplete || !leavesOutcomeOpen(status) ? code : undefined;
  const ErrorClass = apiErrorClass(status, serviceCode);
  const isOwnDuplicate = ownIds && serviceCode === DUPLICATE;
  const isRefusal = isKnownCode(serviceCode);
  return new ErrorClass(`${name} returned ${summary}: ${message}${details}`, {
    response: redactResponse(response, redact),
    code,
    serviceCode,
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
 * included, also for requests that they have passed on. 408 and 499 mean that one side stopped waiting. 407 is about a proxy: a
 * transport that uses one reports it as a failure, and without one its origin is unknown. Any other 4xx refuses the
 * request.
 */
function leavesOutcomeOpen(status: number): boolean {
  return status === 407 || status === 408 || status === 499 || status >= 500;
}

/** The contents of an error response, redacted. */
interface ErrorDescription extends ForeignDescription {
  /** Whether the body has the form of the service's errors. */
  readonly isComplete: boolean;
}

function readErrorBody({ text }: ReceivedResponse, redact: Redact): ErrorDescription {
  const plain = parseJson(text);
  const body = plain === undefined ? undefined : (parseExactNumbers(text) ?? plain);
  const validation = validate(errorBodySchema, body);
  if (!validation.ok) return { ...describeForeignBody(body, text, redact), isComplete: false };
  const { code, message, issues = [] } = validation.value.error;
  return {
    code: redact(code),
    message: redact(message),
    issues: redactIssues(issues, redact),
    isComplete: true,
  };
}

/** Reads `retry-after`, in milliseconds. A date is compared with the service's own `date`, if there is one. */
function readRetryAfter(headers: Readonly<Record<string, string>>): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  // `Date.parse` also accepts texts without a weekday: "-5" is a date in 2001.
  if (!/^[A-Z][a-z]+,? /.test(value)) return undefined;
  // The oldest form of a date has no time zone; all forms are GMT.
  const until =
    Date.parse(/\d{4}$/.test(value) ? `${value} GMT` : value) -
    (Date.parse(headers.date ?? '') || Date.now());
  return Number.isNaN(until) ? undefined : Math.max(0, until);
}

/** A response in the form in which errors keep it. */
function redactResponse({ status, headers, text }: ReceivedResponse, redact: Redact): RawResponse {
  return { status, headers, body: redact(text) };
}
