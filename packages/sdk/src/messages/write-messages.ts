import { type Issue, messageEndpoints } from '@messaging-service/contract';
import { createId, isRecord, isText, writeTimes } from '../call/values.ts';
import { assertBelowLimit, type CallInput, nameOperation } from '../call/write-request.ts';
import { describeAlreadyQueued, type SentMessages } from './sent-message.ts';

/** The name of add-message in errors. */
export const ADD_MESSAGE = nameOperation(messageEndpoints.send);

const TIMES = ['send_at'];

/**
 * Reads the request of a caller of add-message, and generates identifiers for messages without one.
 *
 * @param details - Whether the client has generated the identifiers that the messages already have, and whether the request is
 * a dry run.
 */
export function writeMessages(
  request: unknown,
  generateIds: boolean,
  { ownIds = false, isDryRun = false }: { ownIds?: boolean | undefined; isDryRun?: boolean } = {},
): CallInput<SentMessages> {
  if (!isRecord(request) || !Array.isArray(request.messages)) return { body: request };
  const { length } = request.messages;
  assertBelowLimit(ADD_MESSAGE, 'messages', length);
  const defaults = writeTimes(request.defaults, TIMES);
  // An identifier in the defaults is kept, because it applies to every message.
  const commonId = isRecord(defaults) ? defaults.id : undefined;
  const ids: string[] = [];
  let allMade = generateIds && commonId === undefined;
  const messages = request.messages.map((given: unknown) => {
    const message = writeTimes(given, TIMES);
    const ownId = isRecord(message) ? message.id : undefined;
    const makesId = generateIds && commonId === undefined && ownId === undefined && isRecord(message);
    const id = makesId ? createId() : (ownId ?? commonId);
    allMade &&= makesId;
    if (isText(id)) ids.push(id);
    return makesId ? { ...(message as object), id } : message;
  });
  return {
    body: { ...request, messages, ...(defaults !== undefined && { defaults }) },
    ids,
    ownIds: ownIds || allMade,
    // Without an identifier the service cannot recognize a message that it has queued.
    describeQueued: ids.length === length && !isDryRun ? describeAlreadyQueued : undefined,
    check: ({ messages: queued }) => countIssues(queued.length, length),
  };
}

/** Requires one queued message for each message of the request: otherwise their assignment would be unknown. */
function countIssues(returned: number, requested: number): Issue[] {
  if (returned === requested) return [];
  return [
    {
      path: 'messages',
      message: `must have ${requested} items, one for each message of the request, not ${returned}`,
    },
  ];
}
