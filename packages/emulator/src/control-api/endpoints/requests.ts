import { uuidSchema } from '@messaging-service/contract';
import * as z from 'zod/mini';
import { Rejection } from '../../domain/state/rejection.ts';
import { keyOf } from '../../http/decode.ts';
import { handleLogged, type LoggedRequest } from '../../public-api/request-log.ts';
import { doc } from '../../runtime/options/doc.ts';
import type { Service } from '../../service/service.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { bounds, filters, instantParameter, limit, windowShape } from '../queries.ts';
import { IDENTIFIERS, withFreshIds } from '../views/fresh-ids.ts';
import { describeRequest, searchRequests, summarizeRequest } from '../views/request.ts';
import { codeOf } from '../views/request-code.ts';
import { count, EXAMPLES, instant, part, statusOrNull, text, textOrNull } from '../views/values.ts';

const requestsQuery = z.strictObject({
  ...windowShape,
  limit,
  status: doc(
    z.optional(
      z.string().check(z.regex(/^([1-5]xx|[1-5]\d\d|cut)$/, 'must be a status, such as 429 or 4xx, or cut')),
    ),
    'A status such as 429, a class such as 4xx, or `cut` for a connection that a fault cut.',
    '4xx',
  ),
  about: doc(
    z.optional(z.string()),
    'UUID of an account whose key was used, or of an object in the path or in the response.',
    EXAMPLES.account,
  ),
  account: doc(z.optional(uuidSchema), 'UUID of the account whose key was used.', EXAMPLES.account),
  to: filters.to,
  code: doc(
    z.optional(z.string()),
    'Error code of the response, or receipt code of one of the messages.',
    'insufficient_credits',
  ),
  after: doc(z.optional(instantParameter), 'Only calls that arrived at this instant or later.', EXAMPLES.now),
  before: doc(z.optional(instantParameter), 'Only calls that arrived before this instant.', EXAMPLES.later),
});

const codeQuery = z.strictObject({
  baseUrl: doc(z.string(), 'The address that the code calls.', 'http://127.0.0.1:4010'),
  ids: doc(
    z.optional(z.enum(IDENTIFIERS)),
    'Whether the code uses new identifiers (`new`, the default) or those of the call (`same`).',
    'new',
  ),
});

const replaySchema = z.strictObject({
  body: doc(
    z.optional(z.string()),
    'The body to send instead of the original one. Default: the original body.',
    '{"messages":[]}',
  ),
  ids: doc(
    z.optional(z.enum(IDENTIFIERS)),
    '`new` removes the identifiers of messages from the body, so that the service creates others; `same` keeps them. Default: `new`.',
    'new',
  ),
});

const summaryShape = {
  id: count('Number of the call in the log, from 1.', 7),
  at: instant('When it happened.'),
  method: text('HTTP method, in capitals.', 'POST'),
  url: text('Path and query, with a masked key.', '/message?key=****de00'),
};

const requestsAnswer = z.looseObject({
  requests: doc(
    z.array(
      z.looseObject({
        ...summaryShape,
        status: statusOrNull('Null for a connection that a fault cut.'),
      }),
    ),
    'The calls of the part, oldest first.',
  ),
  ...part,
});

const codeAnswer = z.strictObject({
  curl: text(
    'The call as a curl command.',
    'curl http://127.0.0.1:4010/message?key=decade00decade00decade00decade00',
  ),
  sdk: textOrNull(
    'The call as a program with the client; null if the client has no such call.',
    'await client.batches.listPending();',
  ),
  test: textOrNull(
    'The call as a test for Vitest; null if the client has no such call.',
    "test('lists pending batches', async () => {});",
  ),
});

const replayAnswer = z.strictObject({
  id: count('Number of the new call in the log.', 7),
  status: statusOrNull('Status of the response; null if a fault cut the connection.'),
  errorCode: textOrNull(
    'The code of the error that refused the call; null when it succeeded.',
    'duplicate_id',
  ),
  messageUuid: textOrNull(
    'UUID of the first message that the call queued; null when there is none.',
    EXAMPLES.message,
  ),
});

/** `POST /requests/{id}/replay`. */
export type ReplayResponse = z.infer<typeof replayAnswer>;

const id = ['The `id` of a call in the log.', '7'] as const;

/** The log of calls of the public API. */
export const REQUEST_ENDPOINTS: readonly Endpoint[] = [
  endpoint('listRequests', 'GET /requests', {
    tag: 'inspector',
    description: 'Lists the latest calls of the public API.',
    query: requestsQuery,
    answer: requestsAnswer,
    run: ({ service: { core, requests }, query }) => {
      const { rows, ...rest } = searchRequests(core.state, requests, query, bounds(query), core.driver.now());
      return { requests: rows, ...rest, logLimit: requests.limit };
    },
  }),
  endpoint('getRequest', 'GET /requests/{id}', {
    tag: 'inspector',
    id,
    description: 'Returns one call of the public API with its bodies.',
    answer: z.looseObject(summaryShape),
    run: ({ service, id: number }) => describeRequest(service.core.state, requireRequest(service, number)),
  }),
  endpoint('getRequestCode', 'GET /requests/{id}/code', {
    tag: 'inspector',
    id,
    description:
      'Returns a logged call as a curl command, and where possible as a program with the client and as a test. The code contains the key and the secrets of the call.',
    query: codeQuery,
    answer: codeAnswer,
    run: ({ service, id: number, query: { baseUrl, ids } }) => {
      const entry = requireRequest(service, number);
      const { method, url, body } = entry.request;
      const { status, errorCode } = summarizeRequest(entry);
      const keyKind = service.core.state.principals.get(keyOf(url) ?? '')?.kind;
      const sent = ids === 'same' ? body : withFreshIds(body);
      return codeOf({ method, url, body: sent, status, errorCode }, { baseUrl, keyKind });
    },
  }),
  endpoint('replayRequest', 'POST /requests/{id}/replay', {
    tag: 'inspector',
    id,
    description:
      'Repeats a logged call of the public API with the same key. A `body` replaces the original one. Messages get new identifiers, because the service accepts each only once; `ids: "same"` keeps them. Returns the new entry of the log.',
    body: replaySchema,
    answer: replayAnswer,
    run: ({ service, id: number, body: { body, ids } }) => replay(service, number, body, ids === 'same'),
  }),
];

/** Repeats a logged call, and describes the new entry of the log. */
async function replay(
  service: Service,
  number: string,
  body: string | undefined,
  keepsIds: boolean,
): Promise<ReplayResponse> {
  const { request } = requireRequest(service, number);
  const sent = body ?? request.body;
  let added = 0;
  await handleLogged(service, { ...request, body: keepsIds ? sent : withFreshIds(sent) }, (logged) => {
    added = logged;
  });
  const entry = describeRequest(service.core.state, requireRequest(service, String(added)));
  const { id: logged, status, errorCode, messageUuids } = entry;
  return { id: logged, status, errorCode, messageUuid: messageUuids[0] ?? null };
}

function requireRequest({ requests }: Service, number: string): LoggedRequest {
  const entry = /^\d{1,15}$/.test(number) ? requests.entry(Number(number)) : undefined;
  if (entry !== undefined) return entry;
  throw new Rejection(
    'not_found',
    `There is no request ${number} in the log, which keeps the latest ${requests.limit}.`,
  );
}
