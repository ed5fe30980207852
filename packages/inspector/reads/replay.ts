import type { LoggedRequest } from '@messaging-service/emulator/host';
import {
  contentOf,
  count,
  type Endpoint,
  EXAMPLES,
  endpoint,
  objectsOf,
  optional,
  parseIfJson,
  requireRequest,
  statusOrNull,
  textOrNull,
} from '@messaging-service/emulator/host';
import * as z from 'zod/mini';

/** Whether a repeated call uses new identifiers, or those of the call itself. */
export const IDENTIFIERS = ['new', 'same'] as const;

const replaySchema = z.strictObject({
  body: optional(
    z.string(),
    'The body to send instead of the original one. Default: the original body.',
    '{"messages":[]}',
  ),
  ids: optional(
    z.enum(IDENTIFIERS),
    '`new` removes the identifiers of messages from the body, so that the service creates others; `same` keeps them. Default: `new`.',
    'new',
  ),
});

const replayAnswer = z.strictObject({
  id: count('Number of the new call in the log.', 7),
  status: statusOrNull('Status of the response; null if a fault cut the connection.'),
  errorCode: textOrNull(
    'The code of the error that refused the call; null when it succeeded.',
    'duplicate_id',
  ),
  messageUuid: textOrNull(
    'UUID of the first message that the call queued; null when there is none.',
    EXAMPLES.message,
  ),
});

/** `POST /requests/{id}/replay`. */
export type ReplayResponse = z.infer<typeof replayAnswer>;

/** Repeating logged calls. */
export const REPLAY_ENDPOINTS: readonly Endpoint[] = [
  endpoint('replayRequest', 'POST /requests/{id}/replay', {
    tag: 'inspector',
    id: ['The `id` of a call in the log.', '7'],
    description:
      'Repeats a logged call of the public API with the same key. A `body` replaces the original one. Messages get new identifiers, because the service accepts each only once; `ids: "same"` keeps them. Returns the new entry of the log.',
    body: replaySchema,
    answer: replayAnswer,
    run: async ({ service, id, body: { body, ids } }): Promise<ReplayResponse> => {
      const { request } = requireRequest(service, id);
      const sent = body ?? request.body;
      const repeated = { ...request, body: ids === 'same' ? sent : withFreshIds(sent) };
      await service.handle(repeated, true);
      const isRepeated = (entry: LoggedRequest) => entry.request === repeated;
      const entry = service.requests.entries().findLast(isRepeated) as LoggedRequest;
      const { messages } = objectsOf(service.core.state, entry);
      const { status, errorCode } = contentOf(entry);
      return { id: entry.id, status, errorCode, messageUuid: messages[0]?.uuid ?? null };
    },
  }),
];

/**
 * The body of a send without the identifiers that its sender chose, so that the service creates new ones. It accepts each
 * identifier only once, and the client adds one to each message. Other bodies stay unchanged.
 */
export function withFreshIds(body: string): string {
  const parsed = parseIfJson(body);
  if (!isObject(parsed)) return body;
  const { messages, defaults } = parsed;
  const fresh = Array.isArray(messages)
    ? { ...parsed, messages: messages.map(withoutId), defaults: withoutId(defaults) }
    : 'destinations' in parsed
      ? withoutId(parsed)
      : parsed;
  const written = JSON.stringify(fresh);
  return written === JSON.stringify(parsed) ? body : written;
}

/** A value without its identifiers. An `id` in another place is an unknown field, so that the call is refused again. */
function withoutId(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { id: _id, uuid: _uuid, ...rest } = value;
  return rest;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
