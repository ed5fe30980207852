import {
  ERRORS,
  type ErrorCode,
  formatTimestamp,
  type OutboundMessage,
  validate,
} from '@messaging-service/contract';
import type { Failure, RequestStep, SendStep } from '@messaging-service/stories';
import type { State } from '../domain/state/state.ts';
import type { Target } from '../http/decode.ts';
import { parseIfJson } from '../http/json.ts';
import { findOperation } from '../public-api/operations.ts';
import type { LoggedRequest } from '../public-api/request-log.ts';
import type { Sent, SentBatch } from './actions.ts';
import type { AppUrls } from './app-urls.ts';

/** The call that queued batches, as the application makes it: with those messages that belong to the story. */
export function sendOf(
  { batches, call }: Sent,
  account: number,
  { senderOwners }: State,
  urls: AppUrls,
): SendStep {
  const [first] = batches as readonly [SentBatch];
  const route = call && findOperation(call.request);
  const isBatch =
    route === undefined ? first.batch.messages.length > 1 : route.operation.name === 'batches.send';
  const failure = call && failureOf(call);
  return {
    kind: 'send',
    account,
    operation: isBatch ? 'batches.send' : 'messages.send',
    body: isBatch
      ? batchOf(first, urls)
      : { messages: batches.map((one) => messageOf(one, senderOwners, urls)) },
    ...(failure && { failure }),
  };
}

function messageOf(
  { batch, messages: [message] }: SentBatch,
  senderOwners: State['senderOwners'],
  urls: AppUrls,
): OutboundMessage {
  const { from, body, callback, channels, sendAt } = batch;
  return {
    to: message?.to ?? '',
    from: senderOwners.has(from) ? { type: 'custom', value: from } : { type: 'shared' },
    body,
    ...(isUsual(channels) ? {} : { channels }),
    ...(sendAt !== undefined && { send_at: formatTimestamp(sendAt) }),
    ...(callback !== undefined && { callback: urls.urlOf(callback) }),
  };
}

function batchOf({ batch, messages }: SentBatch, urls: AppUrls): unknown {
  const { from, body: message, callback, channels, sendAt } = batch;
  const [channel, ...fallbacks] = channels;
  return {
    from,
    message,
    destinations: messages.map(({ to }) => to),
    ...(isUsual(channels) ? {} : { channel }),
    ...(fallbacks.length > 0 && { fallback_channels: fallbacks }),
    ...(sendAt !== undefined && { send_at: formatTimestamp(sendAt) }),
    ...(callback !== undefined && { callback: urls.urlOf(callback) }),
  };
}

function isUsual(channels: readonly string[]): boolean {
  return channels.length === 1 && channels[0] === 'sms';
}

/**
 * A call that had no effect. A client makes it if it is valid and sends; others, such as one with a wrong path or a body that a client
 * would not send, are made as they were.
 *
 * @param account - The account of its key; null for an unknown key.
 */
export function refusedCall(
  call: LoggedRequest,
  account: number | null,
  urls: AppUrls,
): SendStep | RequestStep {
  const { request, reply } = call;
  const { method, target, body } = request;
  const failure = failureOf(call);
  const operation = findOperation(request)?.operation;
  const isSend = operation?.name === 'messages.send' || operation?.name === 'batches.send';
  if (account !== null && isSend) {
    const checked = operation.body && validate(operation.body, parseIfJson(body));
    const query = flagsOf(target.query);
    if (checked?.ok === true && query !== undefined) {
      const sent = withAppUrls(withoutIds(checked.value), urls);
      const options = Object.keys(query).length === 0 ? {} : { query };
      return {
        kind: 'send',
        account,
        operation: operation.name,
        body: sent,
        ...options,
        ...(failure && { failure }),
      };
    }
  }
  const status = reply === 'disconnect' ? null : reply.status;
  return {
    kind: 'request',
    account,
    method,
    path: pathWithoutKey(target),
    body,
    failure: failure ?? { status },
  };
}

/** The flags of a query, as options of the client; undefined if it has others. */
function flagsOf(query: Readonly<Record<string, string>>): Record<string, boolean> | undefined {
  const flags = Object.entries(query).map(([name, value]) => [
    name === 'isDryrun' ? 'dryRun' : name,
    value === 'true',
  ]);
  const isKnown = Object.values(query).every((value) => value === 'true' || value === 'false');
  return isKnown ? (Object.fromEntries(flags) as Record<string, boolean>) : undefined;
}

function pathWithoutKey({ path, query, repeated }: Target): string {
  const written = repeated === undefined ? new URLSearchParams(query).toString() : '';
  return path + (written === '' ? '' : `?${written}`);
}

/** Identifiers that a client generates. A service that did not process the call does not know them. */
function withoutIds(body: unknown): unknown {
  const { messages, ...others } = body as { readonly messages?: readonly object[]; readonly uuid?: string };
  const { uuid: _, id: __, ...rest } = others as { readonly uuid?: unknown; readonly id?: unknown };
  return messages === undefined
    ? rest
    : { ...rest, messages: messages.map(({ id: ___, ...message }: { id?: unknown }) => message) };
}

function withAppUrls(body: unknown, urls: AppUrls): unknown {
  const replaced = <Sending extends object>(sending: Sending): Sending => {
    const { callback } = sending as { readonly callback?: string };
    return callback === undefined ? sending : { ...sending, callback: urls.urlOf(callback) };
  };
  const { messages } = body as { readonly messages?: readonly object[] };
  return messages === undefined
    ? replaced(body as object)
    : { ...(body as object), messages: messages.map(replaced) };
}

/** How a call failed; undefined if it succeeded. A fault can replace a response by one that a client cannot read. */
export function failureOf({ request, reply, fault }: LoggedRequest): Failure | undefined {
  if (reply === 'disconnect') return { status: null };
  const response = parseIfJson(reply.body);
  if (reply.status < 400) {
    if (fault?.isResponse !== true) return undefined;
    const operation = findOperation(request)?.operation;
    return operation === undefined || validate(operation.response, response).ok
      ? undefined
      : { status: reply.status };
  }
  const code = (response as { readonly error?: { readonly code?: unknown } } | undefined)?.error?.code;
  return { status: reply.status, ...(isErrorCode(code) && { code }) };
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERRORS, code);
}
