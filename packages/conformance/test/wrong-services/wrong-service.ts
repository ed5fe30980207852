import type { ConformanceTarget } from '@messaging-service/conformance';
import {
  type Alter,
  type AlteredAccount,
  type AlteredBody,
  altering,
  type Call,
  KEYS,
  responding,
} from '../altered-service.ts';

export type Json = Record<string, unknown>;

/** A service that is wrong in one point. */
export interface WrongService {
  /** The case that has to find it. */
  readonly id: string;
  /** The clauses that it breaks, such as `KEY-1, KEY-6`: some or all of those that the case cites. */
  readonly breaks: string;
  readonly is: string;
  /** Text in the detail of the result: the case fails for this reason, and not for another one. */
  readonly detail: string;
  readonly target: ConformanceTarget;
  /** Other cases that the same behavior breaks. */
  readonly also?: readonly string[];
}

/** A service that breaks one clause, with which a case has to fail. */
export function breaking(
  id: string,
  breaks: string,
  is: string,
  rest: Pick<WrongService, 'detail' | 'target' | 'also'>,
): WrongService {
  return { id, breaks, is, ...rest };
}

export const isDryRun = ({ query }: Call) => query.has('isDryrun');
export const hasKey = ({ query }: Call, key: string | undefined) => query.get('key') === key;

/** Whether a call has a key of an account that a case has created. */
export const hasNewKey = (call: Call, unknownKey: string) =>
  call.query.has('key') &&
  ![KEYS.accountKey, KEYS.organizationKey, unknownKey].some((key) => hasKey(call, key));

/** The detail of a result when an operation was not refused. */
export const notRefused = (operation: string, status = 200) =>
  `expected a status from 400 to 499; ${operation} returned ${status}`;

/** The messages of a request, with its defaults; undefined for other requests and bodies that are not JSON. */
export function requestOf({ operation, body }: Call): { messages?: Json[]; defaults?: Json } | undefined {
  if (operation !== 'POST /message') return undefined;
  try {
    return JSON.parse(body) as { messages?: Json[]; defaults?: Json };
  } catch {
    return undefined;
  }
}

export function everyMessage(change: (message: Json, call: Call) => void): Alter {
  return ({ messages }, call) => {
    if (call.operation === 'POST /message') for (const message of messages) change(message, call);
  };
}

export function everyAccount(change: (account: AlteredAccount, index: number) => void): Alter {
  return ({ accounts }, { operation }) => {
    if (operation === 'GET /account') accounts.forEach(change);
  };
}

/** Alters the successful responses to one operation. */
export function responsesTo(operation: string, alter: Alter): Alter {
  return (body, call) => (call.operation === operation ? alter(body, call) : undefined);
}

/** Alters only one successful response to an operation, so that later cases are not affected. */
export function responseNumber(number: number, operation: string, alter: Alter): Alter {
  let count = 0;
  return responsesTo(operation, (body, call) => (++count === number ? alter(body, call) : undefined));
}

/** A service that responds to an operation with this status instead of 200. */
export function succeedingWith(status: number, isAffected: (call: Call) => boolean): ConformanceTarget {
  const alter = (body: AlteredBody) =>
    status === 204 ? new Response(null, { status }) : Response.json(body, { status });
  return altering((body, call) => (isAffected(call) ? alter(body) : undefined));
}

/** A service that returns this status for some calls. */
export function refusingWith(status: number, isAffected: (call: Call) => boolean): ConformanceTarget {
  return responding((call) => (isAffected(call) ? Response.json({}, { status }) : undefined));
}

/** A service that returns this body with status 200 for some calls. */
export function accepting(body: object, isAffected: (call: Call) => boolean): ConformanceTarget {
  return responding((call) => (isAffected(call) ? Response.json(body) : undefined));
}
