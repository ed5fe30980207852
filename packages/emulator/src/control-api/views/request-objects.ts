import type { State } from '../../domain/state/state.ts';
import { spelledNumber } from '../../domain/views/spelled-number.ts';
import { keyOf } from '../../http/decode.ts';
import { parseIfJson } from '../../http/json.ts';
import { operationRouter } from '../../public-api/operations.ts';
import type { LoggedRequest } from '../../public-api/request-log.ts';

/** Identifiers that are returned of the objects of one request. */
const MOST_NAMED = 50;

/** The members of bodies of the public API that name objects. */
interface Body {
  readonly defaults?: { readonly to?: unknown } | null;
  readonly messages?: readonly { to?: unknown; messageUuid?: unknown; batchUuid?: unknown }[];
  readonly destinations?: readonly unknown[];
  readonly identifier?: unknown;
  readonly topup?: unknown;
  readonly error?: { readonly code?: unknown };
}

/** The subject of a request. */
export interface RequestContent {
  /** Such as `3 messages to 447700900123 …`; null when the path is enough. */
  readonly summary: string | null;
  /** Code of the error it was refused with; null when it succeeded. */
  readonly errorCode: string | null;
}

/** The objects that a request created or named. */
export interface RequestObjects {
  /** The account whose key was used; null for an unknown key or that of an organization. */
  readonly accountUuid: string | null;
  /** At most 50. */
  readonly batchUuids: readonly string[];
  /** At most 50. */
  readonly messageUuids: readonly string[];
  /** How many messages there are. */
  readonly messages: number;
}

/** Reads a row's summary and error code from the bodies of a call. */
export function readContent({ request, reply }: LoggedRequest): RequestContent {
  const response = reply === 'disconnect' ? undefined : reply;
  const isRefused = response !== undefined && response.status >= 400;
  const code = isRefused ? parse(response.body)?.error?.code : undefined;
  return {
    summary: request.body === '' ? null : summarize(parse(request.body)),
    errorCode: typeof code === 'string' ? code : null,
  };
}

/** Finds the objects of a call that exist. */
export function readObjects(state: State, { request, reply }: LoggedRequest): RequestObjects {
  const principal = state.principals.get(keyOf(request.url) ?? '');
  const created = reply !== 'disconnect' && reply.status < 300 ? parse(reply.body) : undefined;
  const named = [batchInPath(request.method, request.url), created?.identifier].filter(isText);
  const rows = listOf(created?.messages);
  const batchUuids = [...named, ...rows.map(({ batchUuid }) => batchUuid).filter(isText)].filter((uuid) =>
    state.batches.has(uuid),
  );
  const messageUuids = rows.map(({ messageUuid }) => messageUuid).filter(isText);
  return {
    accountUuid: principal?.kind === 'account' ? principal.uuid : null,
    batchUuids: batchUuids.slice(0, MOST_NAMED),
    messageUuids: messageUuids.filter((uuid) => state.messages.has(uuid)).slice(0, MOST_NAMED),
    messages: messageUuids.length,
  };
}

/** The numbers that a body sends to, in digits, whether the call was accepted or not. */
export function destinationsOf(body: string): readonly string[] {
  return valuesOfTo(parse(body))
    .filter((number) => typeof number === 'string' || typeof number === 'number')
    .map((number) => spelledNumber(String(number)).replace('+', ''));
}

function summarize(body: Body | undefined): string | null {
  const to = valuesOfTo(body);
  if (to.length === 0) return typeof body?.topup === 'number' ? `top-up of ${body.topup} credits` : null;
  const first = typeof to[0] === 'string' || typeof to[0] === 'number' ? `+${to[0]}`.replace('++', '+') : '?';
  const noun = to.length === 1 ? 'message' : 'messages';
  return `${to.length} ${noun} to ${first.slice(0, 20)}${to.length === 1 ? '' : ' …'}`;
}

/** The destination of each message, which can be any value. */
function valuesOfTo(body: Body | undefined): readonly unknown[] {
  if (body?.messages === undefined) return listOf(body?.destinations);
  return listOf(body.messages).map(({ to }) => to ?? body.defaults?.to);
}

function batchInPath(method: string, url: string): string | undefined {
  try {
    return operationRouter.match(method, url.split('?')[0] ?? '').params.batchUuid?.toLowerCase();
  } catch {
    return undefined;
  }
}

/** Callers can send anything, so that a list may be another value, and its entries may be null. */
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
