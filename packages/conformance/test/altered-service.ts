import type { ClauseResult, ConformanceTarget, ReceivedWebhook } from '@messaging-service/conformance';
import { cases, checkClause, Probe } from '@messaging-service/conformance/core';
import { emulatedTarget } from './emulated-target.ts';

/** A request to the service. */
export interface Call {
  /** Method and path, such as `GET /batch`. */
  readonly operation: string;
  readonly url: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

/** The members of responses that alterations change. */
export interface AlteredBody {
  readonly messages: Record<string, unknown>[];
  readonly accounts: AlteredAccount[];
  readonly batches: { messagecount: number }[];
  readonly counts: { total: number; failed: number };
  readonly details?: { destination: string }[];
}

/** The members of listed accounts that alterations change. */
export interface AlteredAccount {
  readonly identifier: string;
  readonly name: string;
  readonly deleted: boolean;
  readonly mo: object;
  credits: number;
  held_credits: number;
  readonly paid_credits: { remaining: number; allow_negative: boolean; negative_limit: number };
  readonly packaged_credits: { remaining: number; schedule_refill?: unknown };
}

/** Changes the body of a response in place, or returns another body or response. */
export type Alter = (body: AlteredBody, call: Call) => unknown;

/** Puts something between the service and the conformance kit. */
export function behind(
  target: ConformanceTarget,
  fetch: (url: string, init: RequestInit) => Promise<Response>,
): ConformanceTarget {
  return {
    ...target,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { url, method, headers, redirect } = request;
      const body = await request.text();
      return fetch(url, { method, headers, redirect, ...(body !== '' && { body }) });
    },
  };
}

/** Describes a request. */
export function callOf(url: string, { method, body }: RequestInit): Call {
  const { pathname, searchParams } = new URL(url);
  return {
    operation: `${method} ${pathname}`,
    url,
    query: searchParams,
    body: typeof body === 'string' ? body : '',
  };
}

/** A service whose successful responses are altered. */
export function altering(alter: Alter): ConformanceTarget {
  const { target } = emulatedTarget();
  return behind(target, async (url, init) => {
    const response = await target.fetch(url, init);
    if (response.status !== 200) return response;
    const body = (await response.json()) as AlteredBody;
    const altered = alter(body, callOf(url, init)) ?? body;
    return altered instanceof Response ? altered : Response.json(altered);
  });
}

/** A service that responds to some calls without processing them. */
export function responding(respond: (call: Call) => Response | undefined): ConformanceTarget {
  const { target } = emulatedTarget();
  return behind(target, async (url, init) => respond(callOf(url, init)) ?? target.fetch(url, init));
}

/** A service that processes some calls as if the request had another URL or body. */
export function rewriting(
  rewrite: (call: Call) => { readonly url?: string; readonly body?: string } | undefined,
): ConformanceTarget {
  const { target } = emulatedTarget();
  return behind(target, (url, init) => {
    const { url: rewritten = url, body } = rewrite(callOf(url, init)) ?? {};
    return target.fetch(rewritten, init.body == null || body === undefined ? init : { ...init, body });
  });
}

/** A service that accepts the organization key instead of the account key, or the reverse, in some calls. */
export function acceptingEitherKey(isAffected: (call: Call) => boolean): ConformanceTarget {
  return rewriting((call) => {
    if (!isAffected(call)) return undefined;
    const { accountKey, organizationKey = '' } = KEYS;
    const { url } = call;
    const [from, to] = url.includes(accountKey)
      ? [accountKey, organizationKey]
      : [organizationKey, accountKey];
    return { url: url.replace(from, to) };
  });
}

/** The keys of every emulated service. */
export const KEYS = emulatedTarget().target.keys;

/** A service whose webhooks arrive altered. Several for one mean that it arrives several times. */
export function delivering(
  alter: (webhook: ReceivedWebhook) => ReceivedWebhook | readonly ReceivedWebhook[],
): ConformanceTarget {
  const { target } = emulatedTarget();
  const receiveWebhooks = () => {
    const receiver = target.receiveWebhooks();
    return {
      url: receiver.url,
      received: () => receiver.received().flatMap(alter),
      respondWith: (status: number) => receiver.respondWith(status),
    };
  };
  return { ...target, receiveWebhooks };
}

/** The URL of a request without the parameters that make it a dry run. */
export function withoutDryRun(url: string): string {
  return url.replaceAll(/(isDryrun|dryRun)=true&?/g, '');
}

/** Runs all cases and returns those that failed. */
export async function violated(target: ConformanceTarget): Promise<ClauseResult[]> {
  const probe = new Probe(target);
  const results: ClauseResult[] = [];
  for (const one of cases) results.push(await checkClause(probe, one));
  return results.filter(({ outcome }) => outcome === 'failed');
}

/** The ids of cases. */
export const idsOf = (results: readonly ClauseResult[]) => results.map(({ id }) => id);
