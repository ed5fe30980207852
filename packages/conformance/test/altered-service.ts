import {
  type ClauseResult,
  type ConformanceTarget,
  checkConformance,
  type ReceivedWebhook,
} from '@messaging-service/conformance';
import { emulatedTarget } from './emulated-target.ts';

/** A call as the wrapper sees it. */
export interface Seen {
  readonly operation: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

/** What the altered answers hold, one or the other. */
export interface Altered {
  readonly messages: Record<string, unknown>[];
  readonly accounts: { readonly mo: object; readonly credits: number; readonly held_credits: number }[];
  readonly details?: { destination: string }[];
}

/** Changes an answer, or gives another one in its place. */
export type Alter = (answer: Altered, seen: Seen) => unknown;

/** A service with something between it and who asks. */
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

/** What a call is, in short. */
export function see(url: string, { method, body }: RequestInit): Seen {
  const { pathname, searchParams } = new URL(url);
  return {
    operation: `${method} ${pathname}`,
    query: searchParams,
    body: typeof body === 'string' ? body : '',
  };
}

/** A service that is wrong in one thing: its answers of status 200 are altered on their way. */
export function altered(alter: Alter): ConformanceTarget {
  const { target } = emulatedTarget();
  return behind(target, async (url, init) => {
    const response = await target.fetch(url, init);
    if (response.status !== 200) return response;
    const answer = (await response.json()) as Altered;
    return Response.json(alter(answer, see(url, init)) ?? answer);
  });
}

/** A service that takes what it should refuse. */
export function lenient(takes: (seen: Seen) => object | undefined): ConformanceTarget {
  const { target } = emulatedTarget();
  return behind(target, async (url, init) => {
    const taken = takes(see(url, init));
    return taken === undefined ? target.fetch(url, init) : Response.json(taken);
  });
}

/** A service that takes one kind of key for the other, in some calls. */
export function withAnotherKey(takes: (seen: Seen) => boolean): ConformanceTarget {
  const { target } = emulatedTarget();
  const { accountKey, organizationKey = '' } = target.keys;
  return behind(target, (url, init) => {
    if (!takes(see(url, init))) return target.fetch(url, init);
    const other = url.includes(accountKey)
      ? url.replace(accountKey, organizationKey)
      : url.replace(organizationKey, accountKey);
    return target.fetch(other, init);
  });
}

/** A service that answers some calls with a status of its own. */
export function answering(status: number, answers: (seen: Seen) => boolean): ConformanceTarget {
  const { target } = emulatedTarget();
  return behind(target, async (url, init) =>
    answers(see(url, init)) ? Response.json({}, { status }) : target.fetch(url, init),
  );
}

/** A service that sends from any sender ID, as if the account owned it. */
export function owningEverything(): ConformanceTarget {
  const { target } = emulatedTarget();
  return behind(target, (url, init) => {
    const { body } = see(url, init);
    return target.fetch(url, body === '' ? init : { ...init, body: body.replace('NOTMINE0000', 'DEMO') });
  });
}

/** A service whose webhooks are altered on their way. */
export function delivering(alter: (webhook: ReceivedWebhook) => ReceivedWebhook): ConformanceTarget {
  const { target } = emulatedTarget();
  const receiveWebhooks = () => {
    const receiver = target.receiveWebhooks();
    return {
      url: receiver.url,
      received: () => receiver.received().map(alter),
      respondWith: (status: number) => receiver.respondWith(status),
    };
  };
  return { ...target, receiveWebhooks };
}

/** The clauses that a service is found to break. */
export const violated = async (target: ConformanceTarget): Promise<ClauseResult[]> =>
  (await checkConformance(target)).clauses.filter(({ outcome }) => outcome === 'failed');

/** Their names. */
export const idsOf = (results: readonly ClauseResult[]) => results.map(({ id }) => id);
