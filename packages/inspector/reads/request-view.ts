import { formatTimestamp } from '@messaging-service/contract';
import type { LoggedRequest, State } from '@messaging-service/emulator/host';
import { callerOf, contentOf, objectsOf, redactHeaders } from '@messaging-service/emulator/host';

/** A call as a list shows it. */
export function summarizeRequest(entry: LoggedRequest) {
  const { url, status, errorCode, summary } = contentOf(entry);
  return {
    id: entry.id,
    at: formatTimestamp(entry.at),
    method: entry.request.method,
    url,
    status,
    errorCode,
    summary,
    /** The fault that hit it, as a sentence; null for others. */
    fault: entry.fault?.text ?? null,
    tookMs: Math.round(entry.tookMs * 1_000) / 1_000,
  };
}

/** The objects of a kind that a described call has. */
const MOST_OBJECTS = 100;

/** A call with its headers and its bodies, and the objects that it names, as far as they exist. */
export function describeRequest(state: State, entry: LoggedRequest) {
  const { requestBody, responseBody, destinations } = contentOf(entry);
  const { reply, request } = entry;
  const { batches, messages } = objectsOf(state, entry);
  return {
    ...summarizeRequest(entry),
    /** Numbers without the plus. */
    destinations: firstOf(destinations),
    messageUuids: firstOf(messages.map(({ uuid }) => uuid)),
    batchUuids: firstOf(batches.map(({ uuid }) => uuid)),
    accountUuids: firstOf(accountsOf(state, entry)),
    requestHeaders: redactHeaders(request.rawHeaders ?? []),
    requestBody,
    /** Whether the body is shown as it was sent, so that it can be sent again. */
    isWhole: requestBody === request.body,
    responseHeaders: reply === 'disconnect' ? null : reply.headers,
    responseBody,
  };
}

/** As many objects of a kind as a page can show, each once. A body can name the same one any number of times. */
function firstOf(ids: readonly string[]): string[] {
  return [...new Set(ids)].slice(0, MOST_OBJECTS);
}

const UUIDS = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g;

/** The account whose key was used. A call with the key of an organization names its accounts, or is answered with one. */
function accountsOf(state: State, entry: LoggedRequest): string[] {
  const caller = callerOf(state, entry);
  if (caller !== undefined) return [caller];
  const { request, reply } = entry;
  const text =
    `${request.target.url} ${request.body} ${reply === 'disconnect' ? '' : reply.body}`.toLowerCase();
  return [...new Set(text.match(UUIDS))].filter((uuid) => state.accounts.has(uuid));
}
