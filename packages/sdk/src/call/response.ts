import { type Issue, readLeniently, validate } from '@messaging-service/contract';
import { redactIssues, summarize } from '../errors/issue-summary.ts';
import type { MessagingError } from '../errors/messaging-error.ts';
import { UnexpectedResponseError } from '../errors/unexpected-response-error.ts';
import type { ResolvedOptions } from '../options/resolve-options.ts';
import type { TransportResponse } from '../transport/transport.ts';
import { readErrorResponse } from './error-response.ts';
import type { Progress } from './progress.ts';
import { redactResponse } from './raw-response.ts';
import { parseJson } from './values.ts';
import type { Match, WrittenRequest } from './write-request.ts';

/** The value of a response. */
export interface ReadValue<Value> {
  readonly value: Value;
}

/**
 * Reads a response: returns the value of its body, or the error that it means.
 *
 * @param progress - The attempts of the call, this one included; `maybeSent` is that of the attempts before.
 */
export function readResponse<Value>(
  response: TransportResponse,
  request: WrittenRequest,
  progress: Progress,
  client: ResolvedOptions,
): ReadValue<Value> | MessagingError {
  const { status, text } = response;
  if (status >= 400) return readErrorResponse(response, request, progress, client);
  const unexpected = (what: string, issues: readonly Issue[] = []) =>
    new UnexpectedResponseError(`${request.name} returned ${status}: ${client.redact(what)}`, issues, {
      response: redactResponse(response, client.redact),
      attempts: progress.attempts,
      maybeSent: true,
      ids: request.ids,
    });
  // Any 2xx is a success, so a service that starts to return 202 still works.
  if (status < 200) return unexpected('the status is not one of HTTP');
  if (status >= 300) return unexpected('redirects are not followed');
  const isEmpty = text.trim() === '';
  // Operations whose response has no content of use may return no body at all, such as cancelling a batch.
  const body = isEmpty ? {} : parseJson(text);
  if (isEmpty && request.operation.response === undefined) return { value: undefined as Value };
  if (body === undefined) return unexpected('the body is not JSON');
  const { value, issues, unfit } = readValue(body, request);
  if (issues.length === 0) return { value: value as Value };
  if (client.responses === 'strict') return unexpected(summarize(issues), issues);
  // The message names only the reason: the other differences alone would not be an error.
  if (unfit.length > 0) return unexpected(summarize(unfit), issues);
  void client.observe()?.('onMismatch', {
    operation: request.name,
    issues: redactIssues(issues, client.redact),
  });
  return { value: value as Value };
}

/** A value and its differences from the contract. */
interface Reading {
  readonly value: unknown;
  readonly issues: readonly Issue[];
  /** Those of the differences that make the value unusable. */
  readonly unfit: readonly Issue[];
}

function readValue(body: unknown, { operation, match }: WrittenRequest): Reading {
  const { response, essential } = operation;
  if (response === undefined) return { value: body, issues: [], unfit: [] };
  const validation = validate(response, body);
  const { value, missing } = validation.ok
    ? { value: validation.value, missing: [] }
    : readLeniently(response, body, essential);
  const matched: Match<unknown> =
    missing.length > 0 || match === undefined ? { value, unfit: missing } : match(value as never);
  const { unfit = [], mismatches = [] } = matched;
  const own = [...unfit, ...mismatches];
  const others = validation.ok
    ? []
    : validation.issues.filter(({ path }) => own.every((one) => one.path !== path));
  return { value: matched.value, issues: [...own, ...others], unfit };
}
