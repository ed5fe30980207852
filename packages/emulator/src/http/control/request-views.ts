import { formatTimestamp } from '@messaging-service/contract';
import { type ListWindow, mapWindow, type WindowBounds, windowOf } from '../../domain/views/list-window.ts';
import type { Scan } from '../../domain/views/scan.ts';
import type { LoggedRequest, RequestLog } from '../public/request-log.ts';
import { redactBody, redactUrl } from '../wire/redact.ts';

/** The texts of a call as they may be shown: without secrets, and no longer than a person reads. */
interface ShownTexts {
  readonly url: string;
  readonly requestBody: string;
  readonly responseBody: string | null;
}

/** Characters of a body that are shown and searched. */
const MOST_SHOWN = 100_000;

/** Made when somebody looks for the first time; the log itself holds what was sent. */
const shownTexts = new WeakMap<LoggedRequest, ShownTexts>();

function show(entry: LoggedRequest): ShownTexts {
  const known = shownTexts.get(entry);
  if (known !== undefined) return known;
  const { request, reply } = entry;
  const shown = {
    url: redactUrl(request.url),
    requestBody: showBody(request.body),
    responseBody: reply === 'disconnect' ? null : showBody(reply.body),
  };
  shownTexts.set(entry, shown);
  return shown;
}

function showBody(body: string): string {
  const omitted = body.length - MOST_SHOWN;
  if (omitted <= 0) return redactBody(body);
  return `${redactBody(body.slice(0, MOST_SHOWN))}… (${omitted} more characters)`;
}

/** A call as a list shows it. */
export function summarizeRequest(entry: LoggedRequest) {
  const { id, at, tookMs, request, reply } = entry;
  return {
    id,
    at: formatTimestamp(at),
    method: request.method,
    url: show(entry).url,
    status: reply === 'disconnect' ? null : reply.status,
    tookMs: Math.round(tookMs * 1_000) / 1_000,
  };
}

/** A call with its bodies. */
export function describeRequest(entry: LoggedRequest) {
  const { requestBody, responseBody } = show(entry);
  const { reply } = entry;
  return {
    ...summarizeRequest(entry),
    requestBody,
    responseHeaders: reply === 'disconnect' ? null : reply.headers,
    responseBody,
  };
}

/** Part of the logged calls, oldest first, that contain a text in their address or in the shown part of their bodies. */
export function* searchRequests(
  log: RequestLog,
  search: string,
  bounds: WindowBounds,
): Scan<ListWindow<ReturnType<typeof summarizeRequest>>> {
  const needle = search.trim().toLowerCase();
  const accepts = (entry: LoggedRequest) => needle === '' || contains(entry, needle);
  const found = yield* windowOf(log.entries(), bounds, accepts, ({ id }) => String(id), 1);
  return mapWindow(found, summarizeRequest);
}

function contains(entry: LoggedRequest, needle: string): boolean {
  const { url, requestBody, responseBody } = show(entry);
  const status = entry.reply === 'disconnect' ? '' : entry.reply.status;
  const text = `${entry.request.method} ${url} ${status} ${requestBody} ${responseBody ?? ''}`;
  return text.toLowerCase().includes(needle);
}
