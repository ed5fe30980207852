import { ERRORS, type ErrorBody, type ErrorCode } from '@messaging-service/contract';
import { CONTROL_ERRORS, type Rejection, type RejectionCode } from '../domain/state/rejection.ts';
import type { HttpResponse } from './message.ts';
import { redactKeys } from './redact.ts';

/** Statuses that replace those of the error table, for services with other statuses where the specification is silent. */
export type StatusOverrides = Readonly<Partial<Record<ErrorCode, number>>>;

const JSON_HEADERS = { 'content-type': 'application/json' } as const;

/** A response with a JSON body. */
export function jsonResponse(status: number, body: unknown): HttpResponse {
  return { status, headers: JSON_HEADERS, body: JSON.stringify(body) };
}

/** The response to a request that was refused, with the service's error body and without API keys. See ERR-4. */
export function rejectionResponse(
  { code, message, issues, allowed }: Rejection,
  statuses: StatusOverrides = {},
): HttpResponse {
  const error: ErrorBody['error'] = { code, message, issues: issues === undefined ? undefined : [...issues] };
  return {
    status: statusOf(code, statuses),
    headers: allowed === undefined ? JSON_HEADERS : { ...JSON_HEADERS, allow: allowed.join(', ') },
    body: redactKeys(JSON.stringify({ error })),
  };
}

/** The status of an error code. */
export function statusOf(code: RejectionCode, statuses: StatusOverrides = {}): number {
  if (code in CONTROL_ERRORS) return CONTROL_ERRORS[code as keyof typeof CONTROL_ERRORS];
  return statuses[code as ErrorCode] ?? ERRORS[code as ErrorCode].status;
}
