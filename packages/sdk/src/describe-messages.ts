import type { AddMessageResponse, Issue } from '@messaging-service/contract';
import { assertFewEnough } from './few-enough.ts';
import { createId } from './ids.ts';
import { isRecord, writeTimes } from './times.ts';

/** How add-message is called in messages to persons. */
export const ADD_MESSAGE = 'POST /message';

/**
 * The call of add-message that a caller's request makes.
 *
 * @param madeIds - Whether the client has made the identifiers that the messages have already.
 */
export function describeMessages(request: unknown, generateIds: boolean, madeIds = false) {
  if (!isRecord(request) || !Array.isArray(request.messages)) return { parameters: {}, body: request };
  assertFewEnough(ADD_MESSAGE, 'messages', request.messages.length);
  const defaults = writeTimes(request.defaults, ['send_at']);
  const given = request.messages.map((message) => writeTimes(message, ['send_at']));
  const common = isRecord(defaults) ? defaults.id : undefined;
  const messages = generateIds && common === undefined ? withIds(given) : given;
  return {
    parameters: {},
    body: { ...request, messages, ...(defaults !== undefined && { defaults }) },
    ids: messages.map((message) => (isRecord(message) ? (message.id ?? common) : common)).filter(isText),
    freshIds: madeIds || (generateIds && common === undefined && given.every(hasNoId)),
    check: ({ messages: queued }: AddMessageResponse) => countIssues(queued.length, messages.length),
  };
}

/** Gives each message an identifier that has none. One in the defaults is left to be: it counts for every message. */
function withIds(messages: readonly unknown[]): unknown[] {
  return messages.map((message) => (hasNoId(message) ? { ...message, id: createId() } : message));
}

function hasNoId(message: unknown): message is Record<string, unknown> {
  return isRecord(message) && message.id === undefined;
}

/** One for each message of the request: with fewer or more, nobody could tell which is which. spec.md, Add message. */
function countIssues(answered: number, requested: number): Issue[] {
  if (answered === requested) return [];
  return [
    { path: 'messages', message: `must hold ${requested}, one for each of the request, not ${answered}` },
  ];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
