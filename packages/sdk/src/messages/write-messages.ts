import { messageEndpoints } from '@messaging-service/contract';
import { createId } from '../call/create-id.ts';
import { isRecord, isText, writeTimes } from '../call/values.ts';
import { type CallInput, limitIssues, nameOperation } from '../call/write-request.ts';
import { matchMessages } from './match-messages.ts';
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
  { ownIds = false, isDryRun = false }: { ownIds?: boolean | undefined; isDryRun?: boolean } = {},
): CallInput<SentMessages> {
  if (!isRecord(request) || !Array.isArray(request.messages)) return { body: request };
  const issues = limitIssues('messages', request.messages.length);
  if (issues.length > 0) return { issues };
  const defaults = writeTimes(request.defaults, TIMES);
  const common = isRecord(defaults) ? defaults : {};
  let allMade = true;
  const messages = request.messages.map((given: unknown) => {
    const message = writeTimes(given, TIMES);
    // An identifier in the defaults is kept, because it applies to every message.
    const makesId = isRecord(message) && message.id === undefined && common.id === undefined;
    allMade &&= makesId;
    return makesId ? { ...message, id: createId() } : message;
  });
  const sent = messages.map((message) => {
    const own = isRecord(message) ? message : {};
    const id = own.id ?? common.id;
    return { id: isText(id) ? id : undefined, to: own.to ?? common.to };
  });
  return {
    body: { ...request, messages, ...(defaults !== undefined && { defaults }) },
    ids: sent.flatMap(({ id }) => id ?? []),
    ownIds: ownIds || allMade,
    describeQueued: isDryRun ? undefined : describeAlreadyQueued,
    match: (response) => matchMessages(response, sent),
  };
}
