import { Rejection } from '../domain/state/rejection.ts';
import type { Batch, State } from '../domain/state/state.ts';
import { spelledNumber } from '../domain/views/spelled-number.ts';
import { parseIfJson } from '../http/json.ts';
import { redactBody, redactUrl } from '../http/redact.ts';
import { findOperation } from './operations.ts';
import { hasCaused, type LoggedRequest, type RequestLog } from './request-log.ts';

/** Characters of a body that are shown and searched. */
const MOST_SHOWN = 100_000;

/** Characters of the message of an error. */
const MOST_OF_MESSAGE = 500;

/** The members of bodies of the public API that name objects. Callers can send anything. */
interface Body {
  readonly defaults?: { readonly to?: unknown } | null;
  readonly messages?: readonly { to?: unknown; messageUuid?: unknown; batchUuid?: unknown }[];
  readonly destinations?: readonly unknown[];
  readonly identifier?: unknown;
  readonly topup?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown };
}

/** The call with a number, as a path has it. */
export function requireRequest(
  { requests }: { readonly requests: RequestLog },
  number: string,
): LoggedRequest {
  const entry = /^\d{1,15}$/.test(number) ? requests.entry(Number(number)) : undefined;
  if (entry !== undefined) return entry;
  throw new Rejection(
    'not_found',
    `There is no request ${number} in the log, which keeps the latest ${requests.limit}.`,
  );
}

/** The call that created a batch; undefined when the log no longer has it. */
export function requestOf(log: RequestLog, { seq }: Batch): LoggedRequest | undefined {
  return log.entries().findLast((entry) => hasCaused(entry, seq));
}

/** Computed when a call is first shown; the log itself contains the original texts. */
const contents = new WeakMap<LoggedRequest, ReturnType<typeof readContent>>();

/** The content of a call: without secrets, and bounded in length. */
export function contentOf(entry: LoggedRequest): ReturnType<typeof readContent> {
  const content = contents.get(entry) ?? readContent(entry);
  contents.set(entry, content);
  return content;
}

function readContent({ request, reply }: LoggedRequest) {
  const response = reply === 'disconnect' ? undefined : reply;
  const status = response?.status ?? null;
  const sent = parse(request.body);
  const received = response === undefined ? undefined : parse(response.body);
  const errorCode = status !== null && status >= 400 ? received?.error?.code : undefined;
  const errorMessage = status !== null && status >= 400 ? received?.error?.message : undefined;
  const created = status !== null && status < 300 ? received : undefined;
  const messages = listOf(created?.messages);
  const batches = messages.map(({ batchUuid }) => batchUuid);
  const inPath = findOperation(request)?.params.batchUuid?.toLowerCase();
  return {
    url: redactUrl(request.target.url),
    requestBody: shown(request.body),
    responseBody: response === undefined ? null : shown(response.body),
    status,
    /** Code of the error it was refused with; null when it succeeded. */
    errorCode: isText(errorCode) ? errorCode : null,
    /** The message of that error. */
    errorMessage: isText(errorMessage) ? errorMessage.slice(0, MOST_OF_MESSAGE) : null,
    /** Such as `3 messages to 447700900123 …`; null when the path is enough. */
    summary: summarize(sent),
    /** The numbers that it sends to, in digits, whether it was accepted or not. */
    destinations: destinationsIn(sent)
      .filter((number) => isText(number) || typeof number === 'number')
      .map((number) => spelledNumber(String(number))),
    /** UUIDs of the batches that it created or named, if they exist. */
    batchUuids: [inPath, created?.identifier, ...batches].filter(isText),
    messageUuids: messages.map(({ messageUuid }) => messageUuid).filter(isText),
  };
}

/** Redacted before it is cut: half of a secret would not be recognized. */
function shown(body: string): string {
  const redacted = redactBody(body);
  const omitted = redacted.length - MOST_SHOWN;
  return omitted <= 0 ? redacted : `${redacted.slice(0, MOST_SHOWN)}… (${omitted} more characters)`;
}

/** UUID of the account whose key was used; undefined for an unknown key or that of an organization. */
export function callerOf({ principals }: State, { request }: LoggedRequest): string | undefined {
  const principal = principals.get(request.target.key ?? '');
  return principal?.kind === 'account' ? principal.uuid : undefined;
}

/** The objects that a call created or named, as far as they exist. */
export function objectsOf(state: State, entry: LoggedRequest) {
  const { batchUuids, messageUuids } = contentOf(entry);
  return {
    batches: batchUuids.flatMap((uuid) => state.batches.get(uuid) ?? []),
    messages: messageUuids.flatMap((uuid) => state.messages.get(uuid) ?? []),
  };
}

function summarize(body: Body | undefined): string | null {
  const to = destinationsIn(body);
  if (to.length === 0) return typeof body?.topup === 'number' ? `top-up of ${body.topup} credits` : null;
  const first = typeof to[0] === 'string' || typeof to[0] === 'number' ? `+${to[0]}`.replace('++', '+') : '?';
  const noun = to.length === 1 ? 'message' : 'messages';
  return `${to.length} ${noun} to ${first.slice(0, 20)}${to.length === 1 ? '' : ' …'}`;
}

/** The destination of each message, which can be any value. */
function destinationsIn(body: Body | undefined): readonly unknown[] {
  if (body?.messages === undefined) return listOf(body?.destinations);
  return listOf(body.messages).map(({ to }) => to ?? body.defaults?.to);
}

/** A list may be another value, and its entries may be null. */
function listOf<Entry>(value: readonly Entry[] | undefined): readonly Entry[] {
  return Array.isArray(value) ? (value as readonly Entry[]).filter((entry) => entry !== null) : [];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function parse(text: string): Body | undefined {
  const value = parseIfJson(text);
  return typeof value === 'object' && value !== null ? value : undefined;
}
