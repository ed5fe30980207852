import { uuidSchema } from '@messaging-service/contract';
import * as z from 'zod/mini';
import { bareNumber } from '../../domain/state/state.ts';
import { type Filters, passesAll, windowOf } from '../../domain/views/list-window.ts';
import { parseSearch } from '../../domain/views/search.ts';
import { accountFilter, numberFilter, statusFilter, timeFilters } from '../../domain/views/search-filters.ts';
import { numbersIn } from '../../domain/views/spelled-number.ts';
import { keyOf } from '../../http/decode.ts';
import type { LoggedRequest } from '../../public-api/request-log.ts';
import { optional } from '../../runtime/options/doc.ts';
import type { Service } from '../../service/service.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { filters, instantParameter, limit, windowShape } from '../queries.ts';
import { count, EXAMPLES, instant, openList, part, statusOrNull, text } from '../values.ts';
import { contentOf, describeRequest, objectsOf, requireRequest, summarizeRequest } from './logged-request.ts';

const requestsQuery = z.strictObject({
  ...windowShape,
  limit,
  status: optional(
    z.string().check(z.regex(/^([1-5]xx|[1-5]\d\d|cut)$/, 'must be a status, such as 429 or 4xx, or cut')),
    'A status such as 429, a class such as 4xx, or `cut` for a connection that a fault cut.',
    '4xx',
  ),
  about: optional(
    z.string(),
    'UUID of an account whose key was used, or of an object in the path or in the response.',
    EXAMPLES.account,
  ),
  account: optional(uuidSchema, 'UUID of the account whose key was used.', EXAMPLES.account),
  to: filters.to,
  code: optional(
    z.string(),
    'Error code of the response, or receipt code of one of the messages.',
    'insufficient_credits',
  ),
  after: optional(instantParameter, 'Only calls that arrived at this instant or later.', EXAMPLES.now),
  before: optional(instantParameter, 'Only calls that arrived before this instant.', EXAMPLES.later),
});

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
  }),
  ...part,
});

/** The log of calls of the public API. */
export const REQUEST_ENDPOINTS: readonly Endpoint[] = [
  endpoint('listRequests', 'GET /requests', {
    tag: 'inspector',
    description: 'Lists the latest calls of the public API.',
    query: requestsQuery,
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

/** Part of the logged calls that match, oldest first. */
function listRequests(service: Service, { offset, limit: most, locate, ...filter }: RequestQuery) {
  const { requests } = service;
  const accepts = passesAll(FILTERS, filter, service);
  const { rows, ...rest } = windowOf(
    requests.entries().filter(accepts),
    { offset, limit: most, locate },
    { view: summarizeRequest, idOf: ({ id }) => String(id) },
  );
  const { q = '', ...others } = filter;
  const isWhole = q.trim() === '' && Object.values(others).every((wanted) => wanted === undefined);
  // Earlier calls that the log no longer has are not counted among those that match.
  const dropped = isWhole ? { dropped: requests.dropped } : {};
  return { requests: rows, ...rest, ...dropped, logLimit: requests.limit };
}

type RequestQuery = z.output<typeof requestsQuery>;

const STATUS = statusFilter<LoggedRequest>('cut', (entry) => contentOf(entry).status);

const FILTERS: Filters<LoggedRequest, Omit<RequestQuery, 'offset' | 'limit' | 'locate'>, Service> = {
  status: STATUS,
  about: isAbout,
  account: (uuid, { core: { state } }) => {
    const key = state.accounts.get(uuid.toLowerCase())?.apiKey ?? '';
    return ({ request }) => keyOf(request.url) === key;
  },
  to: (number) => (entry) => contentOf(entry).destinations.includes(bareNumber(number)),
  code: hasCode,
  after: (from) => (entry) => entry.at >= from,
  before: (to) => (entry) => entry.at < to,
  q: requestSearch,
};

type Test = (entry: LoggedRequest) => boolean;

function requestSearch(q: string, service: Service): Test {
  const { state, driver } = service.core;
  return parseSearch<LoggedRequest>(
    q,
    {
      status: STATUS,
      code: (code) => hasCode(code, service),
      to: numberFilter((entry) => contentOf(entry).destinations),
      account: accountFilter(state, (entry) => objectsOf(state, entry).accountUuid),
      ...timeFilters(driver.now(), ({ at }) => at),
      about: (uuid) => isAbout(uuid, service),
    },
    (entry) => {
      const { url, status, requestBody, responseBody } = contentOf(entry);
      const texts = [`${entry.request.method} ${url} ${status ?? ''}`, requestBody, responseBody ?? ''];
      return { texts, numbers: texts.flatMap(numbersIn) };
    },
  );
}

function hasCode(written: string, { core: { state } }: Service): Test {
  const code = written.toLowerCase();
  return (entry) =>
    contentOf(entry).errorCode === code ||
    objectsOf(state, entry).messageUuids.some(
      (uuid) => state.messages.get(uuid)?.receipt?.code.toLowerCase() === code,
    );
}

function isAbout(written: string, { core: { state } }: Service): Test {
  const uuid = written.toLowerCase();
  const key = state.accounts.get(uuid)?.apiKey;
  return ({ request, reply }) =>
    (key !== undefined && keyOf(request.url) === key) ||
    request.url.toLowerCase().includes(uuid) ||
    (reply !== 'disconnect' && reply.body.includes(uuid));
}
