import { formatTimestamp } from '@messaging-service/contract';
import { type Batch, bareNumber, type State } from '../../domain/state/state.ts';
import { type ListWindow, mapWindow, type WindowBounds, windowOf } from '../../domain/views/list-window.ts';
import { parseSearch, type Searched, type SearchFilters } from '../../domain/views/search.ts';
import { accountFilter, statusFilter, timeFilters } from '../../domain/views/search-filters.ts';
import { numbersIn, numberTest } from '../../domain/views/spelled-number.ts';
import { keyOf } from '../../http/decode.ts';
import { redactBody, redactHeaders, redactUrl } from '../../http/redact.ts';
import { hasCaused, type LoggedRequest, type RequestLog } from '../../public-api/request-log.ts';
import { destinationsOf, type RequestContent, readContent, readObjects } from './request-objects.ts';

/** The texts of a call in the form that is shown: without secrets, and bounded in length. */
interface ShownTexts extends RequestContent {
  readonly url: string;
  readonly requestBody: string;
  readonly responseBody: string | null;
}

/** Characters of a body that are shown and searched. */
const MOST_SHOWN = 100_000;

/** Computed when a call is first shown; the log itself contains the original texts. */
const shownTexts = new WeakMap<LoggedRequest, ShownTexts>();

function show(entry: LoggedRequest): ShownTexts {
  const known = shownTexts.get(entry);
  if (known !== undefined) return known;
  const { request, reply } = entry;
  const shown = {
    ...readContent(entry),
    url: redactUrl(request.url),
    requestBody: showBody(request.body),
    responseBody: reply === 'disconnect' ? null : showBody(reply.body),
  };
  shownTexts.set(entry, shown);
  return shown;
}

/** Redacted before it is cut: half of a secret would not be recognized. */
function showBody(body: string): string {
  const redacted = redactBody(body);
  const omitted = redacted.length - MOST_SHOWN;
  return omitted <= 0 ? redacted : `${redacted.slice(0, MOST_SHOWN)}… (${omitted} more characters)`;
}

/** A call as a list shows it. */
export function summarizeRequest(entry: LoggedRequest) {
  const { id, at, tookMs, request, reply } = entry;
  const { url, summary, errorCode } = show(entry);
  return {
    id,
    at: formatTimestamp(at),
    method: request.method,
    url,
    status: reply === 'disconnect' ? null : reply.status,
    errorCode,
    summary,
    tookMs: Math.round(tookMs * 1_000) / 1_000,
  };
}

/** A call with its headers, its bodies and the objects it is about. */
export function describeRequest(state: State, entry: LoggedRequest) {
  const { requestBody, responseBody } = show(entry);
  const { reply, request } = entry;
  return {
    ...summarizeRequest(entry),
    ...readObjects(state, entry),
    requestHeaders: redactHeaders(request.rawHeaders ?? []),
    requestBody,
    /** Whether the body is shown as it was sent, so that it can be sent again. */
    isWhole: requestBody === request.body,
    responseHeaders: reply === 'disconnect' ? null : reply.headers,
    responseBody,
  };
}

/** Which calls to search for. */
export interface RequestSearch {
  /** A search in the address and in the shown part of the bodies. */
  readonly q?: string | undefined;
  /** A status such as `429`, a class of statuses such as `4xx`, or `cut` for a connection that a fault cut. */
  readonly status?: string | undefined;
  /** UUID of an account whose key was used, or of an object in the path or in the response. */
  readonly about?: string | undefined;
  /** UUID of the account whose key was used. */
  readonly account?: string | undefined;
  /** A number that the call sends to, in digits. */
  readonly to?: string | undefined;
  /** An error code, or the receipt code of one of its messages. */
  readonly code?: string | undefined;
  /** Instants, in milliseconds since the epoch. */
  readonly after?: number | undefined;
  readonly before?: number | undefined;
}

/** Part of the logged calls that match. */
type RequestWindow = ListWindow<ReturnType<typeof summarizeRequest>> & {
  /** Earlier calls that the log no longer has; undefined with a search or a filter. */
  readonly dropped?: number;
};

/** Part of the logged calls that match, oldest first. */
export function searchRequests(
  state: State,
  log: RequestLog,
  { q = '', status, about, account, to, code, after, before }: RequestSearch,
  bounds: WindowBounds,
  now: number,
): RequestWindow {
  const isFound = parseSearch(q, filtersOf(state, now), contentOf);
  const hasStatus = status === undefined ? undefined : STATUS.read(status);
  const isAbout = aboutTest(state, about);
  const key = account === undefined ? undefined : (state.accounts.get(account.toLowerCase())?.apiKey ?? '');
  const accepts = (entry: LoggedRequest) =>
    (after === undefined || entry.at >= after) &&
    (before === undefined || entry.at < before) &&
    (hasStatus === undefined || hasStatus(entry)) &&
    (key === undefined || keyOf(entry.request.url) === key) &&
    (to === undefined || destinationsOf(entry.request.body).includes(bareNumber(to))) &&
    (code === undefined || hasCode(state, entry, code.toLowerCase())) &&
    isAbout(entry) &&
    isFound(entry);
  const filters = [status, about, account, to, code, after, before];
  const isFiltered = q.trim() !== '' || filters.some((filter) => filter !== undefined);
  const entries = log.entries();
  const { dropped } = log;
  if (!isFiltered && bounds.locate === undefined) {
    const rows = entries.slice(bounds.offset, bounds.offset + bounds.limit).map(summarizeRequest);
    return { rows, total: entries.length, dropped };
  }
  const found = windowOf(entries, bounds, accepts, ({ id }) => String(id));
  return { ...mapWindow(found, summarizeRequest), ...(isFiltered ? {} : { dropped }) };
}

/** The filters of a search for calls. */
function filtersOf(state: State, now: number): SearchFilters<LoggedRequest> {
  return {
    status: STATUS,
    code: { read: (code) => (entry) => hasCode(state, entry, code.toLowerCase()) },
    to: {
      isNumber: true,
      read: (number) => {
        const isNumber = numberTest(number);
        return ({ request }) => destinationsOf(request.body).some(isNumber);
      },
    },
    account: accountFilter(state, (entry) => readObjects(state, entry).accountUuid),
    ...timeFilters(now, ({ at }) => at),
    about: { read: (uuid) => aboutTest(state, uuid) },
  };
}

const STATUS = statusFilter<LoggedRequest>('cut', ({ reply }) =>
  reply === 'disconnect' ? null : reply.status,
);

function hasCode(state: State, entry: LoggedRequest, code: string): boolean {
  if (show(entry).errorCode === code) return true;
  return readObjects(state, entry).messageUuids.some(
    (uuid) => state.messages.get(uuid)?.resolved?.receipt.code.toLowerCase() === code,
  );
}

function aboutTest(state: State, about: string | undefined): (entry: LoggedRequest) => boolean {
  if (about === undefined) return () => true;
  const uuid = about.toLowerCase();
  const key = state.accounts.get(uuid)?.apiKey;
  return ({ request, reply }) =>
    (key !== undefined && keyOf(request.url) === key) ||
    request.url.toLowerCase().includes(uuid) ||
    (reply !== 'disconnect' && reply.body.includes(uuid));
}

/** The call that created a batch; undefined when the log no longer has it. */
export function requestOf(log: RequestLog, { seq }: Batch): LoggedRequest | undefined {
  return log.entries().findLast((entry) => hasCaused(entry, seq));
}

function contentOf(entry: LoggedRequest): Searched {
  const { url, requestBody, responseBody } = show(entry);
  const status = entry.reply === 'disconnect' ? '' : String(entry.reply.status);
  const texts = [`${entry.request.method} ${url} ${status}`, requestBody, responseBody ?? ''];
  return { texts, numbers: texts.flatMap(numbersIn) };
}
