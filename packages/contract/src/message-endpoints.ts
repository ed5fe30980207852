import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import * as message from './message.ts';
import { dryRunQuerySchema, optionalFlagSchema } from './query.ts';

/** Query of add-message. See MSG-9. */
export interface AddMessageQuery {
  /** Whether the request is only validated and nothing is queued. `dryRun` is read as another name of it. Default: false. */
  isDryrun?: boolean | undefined;
}

const addMessageQuery: z.ZodMiniType<AddMessageQuery> = dryRunQuerySchema(
  z.strictObject({ isDryrun: optionalFlagSchema, dryRun: optionalFlagSchema }),
);

/** Operations on messages: see `endpoints`. A separate table, for programs that only send messages. */
export const messageEndpoints = {
  /** Add message: queues several distinct messages. See MSG-5. */
  send: {
    method: 'POST',
    path: '/message',
    key: 'account',
    query: addMessageQuery,
    body: message.addMessageRequestSchema,
    response: message.addMessageResponseSchema,
    essential: ['messages.*.batchUuid', 'messages.*.messageUuid'],
    idempotent: false,
  },
} as const satisfies Record<string, Endpoint>;
