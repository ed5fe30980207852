import type { LoggedRequest, Service, State } from '@messaging-service/emulator/host';
import {
  accountFilter,
  callerOf,
  contentOf,
  count,
  type Endpoint,
  endpoint,
  instant,
  numberFilter,
  numbersIn,
  objectsOf,
  openList,
  parseSearch,
  part,
  periodFilter,
  requireRequest,
  statusFilter,
  statusOrNull,
  text,
  textOrNull,
  timeFilters,
  windowOf,
  windowQuery,
} from '@messaging-service/emulator/host';
import * as z from 'zod/mini';
import { describeRequest, summarizeRequest } from './request-view.ts';

const summaryShape = {
  id: count('Number of the call in the log, from 1.', 7),
  at: instant('When it happened.'),
  method: text('HTTP method, in capitals.', 'POST'),
  url: text('Path and query, with a masked key.', '/message?key=****de00'),
};

const requestsAnswer = z.looseObject({
  requests: openList('The calls of the part, oldest first.', {
    ...summaryShape,
    status: statusOrNull('Null for a connection that a fault cut.'),
    errorCode: textOrNull(
      'The code of the error that refused the call; null when it succeeded.',
      'invalid_request',
    ),
    summary: textOrNull('What was sent, in words; null when the path says it.', '1 message to +447700900123'),
  }),
  ...part,
});

/** The log of calls of the public API. */
export const REQUEST_ENDPOINTS: readonly Endpoint[] = [
  endpoint('listRequests', 'GET /requests', {
    tag: 'inspector',
    description: 'Lists the latest calls of the public API.',
    query: windowQuery,
    answer: requestsAnswer,
    run: ({ service, query }) => listRequests(service, query),
  }),
  endpoint('getRequest', 'GET /requests/{id}', {
    tag: 'inspector',
    id: ['The `id` of a call in the log.', '7'],
    description: 'Returns one call of the public API with its bodies.',
    answer: z.looseObject(summaryShape),
    run: ({ service, id }) => describeRequest(service.core.state, requireRequest(service, id)),
  }),
];

type Test = (entry: LoggedRequest) => boolean;

/** Part of the logged calls that a search finds, oldest first. */
function listRequests(service: Service, { q = '', ...bounds }: z.output<typeof windowQuery>) {
  const { requests } = service;
  const { rows, ...rest } = windowOf(requests.entries(), bounds, {
    accepts: requestSearch(q, service),
    view: summarizeRequest,
    idOf: ({ id }) => String(id),
  });
  // Earlier calls that the log no longer has are not counted among those that a search finds.
  const dropped = q.trim() === '' ? { dropped: requests.dropped } : {};
  return { requests: rows, ...rest, ...dropped };
}

function requestSearch(q: string, { core: { state, driver } }: Service): Test {
  return parseSearch<LoggedRequest>(
    q,
    {
      status: statusFilter('cut', (entry) => contentOf(entry).status),
      code: (code) => hasCode(state, code.toLowerCase()),
      to: numberFilter((entry) => contentOf(entry).destinations),
      account: accountFilter(state, (entry) => callerOf(state, entry)),
      ...timeFilters(driver.now(), ({ at }) => at),
      during: periodFilter(driver.now(), ({ at }) => [at]),
      about: (uuid) => isAbout(state, uuid.toLowerCase()),
    },
    (entry) => {
      const { url, status, requestBody, responseBody } = contentOf(entry);
      const texts = [`${entry.request.method} ${url} ${status ?? ''}`, requestBody, responseBody ?? ''];
      return { texts, numbers: texts.flatMap(numbersIn) };
    },
  );
}

/** Tests for the error code of the response, or the receipt code of one of the messages. */
function hasCode(state: State, code: string): Test {
  return (entry) =>
    contentOf(entry).errorCode === code ||
    objectsOf(state, entry).messages.some(({ receipt }) => receipt?.code.toLowerCase() === code);
}

/** Tests whether the key of an account was used, or the path or the response names an object. */
function isAbout({ accounts }: State, uuid: string): Test {
  const key = accounts.get(uuid)?.apiKey;
  return ({ request, reply }) =>
    (key !== undefined && request.target.key === key) ||
    request.target.url.toLowerCase().includes(uuid) ||
    (reply !== 'disconnect' && reply.body.includes(uuid));
}
