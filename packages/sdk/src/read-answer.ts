import { type Endpoint, type Issue, validate } from '@messaging-service/contract';
import { summarize } from './errors/issue-summary.ts';
import { UnexpectedResponseError } from './errors/unexpected-response-error.ts';
import type { Answer } from './exchange.ts';
import { readError } from './read-error.ts';
import { parseJson, type Reading, rawAnswer } from './reading.ts';

/**
 * Reads an answer: gives what the schema makes of its body, or throws the error that it is.
 *
 * @throws {ApiError | UnexpectedResponseError}
 */
export function readAnswer<Value>(
  answer: Answer,
  reading: Reading,
  response: Endpoint['response'],
  check: (value: Value) => readonly Issue[],
): Value {
  const { status } = answer;
  if (status >= 400) throw readError(answer, reading);
  // Any 2xx is a success: a service that begins to answer 202 has not begun to fail.
  if (status < 200 || status >= 300) throw unexpected('redirects are not followed', [], answer, reading);
  const body = parseBody(answer.text);
  if (body === undefined) throw unexpected('its body is not JSON', [], answer, reading);
  const validation = validate(response, body);
  if (!validation.ok) throw unexpected(summarize(validation.issues), validation.issues, answer, reading);
  // The row's schema makes the row's value; its type was lost on the way through Endpoint.
  const value = validation.value as Value;
  const issues = check(value);
  if (issues.length > 0) throw unexpected(summarize(issues), issues, answer, reading);
  return value;
}

/** Operations whose answer nobody needs may answer nothing at all. spec.md, Cancel pending batch. */
function parseBody(text: string): unknown {
  return text.trim() === '' ? {} : parseJson(text);
}

function unexpected(
  what: string,
  issues: readonly Issue[],
  answer: Answer,
  { operation, ids, redact, progress }: Reading,
): UnexpectedResponseError {
  progress.maybeSent = true;
  return new UnexpectedResponseError(`${operation} answered ${answer.status}: ${redact(what)}`, issues, {
    answer: rawAnswer(answer, redact),
    ...progress,
    ids,
  });
}
