import type * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import * as message from './message.ts';
import { DRY_RUN_SPELLINGS, optionalFlagSchema } from './query.ts';
import { spelledEitherWay } from './spelling.ts';

/** Query of add-message. See MSG-9. */
export interface AddMessageQuery {
  /** Whether the request is only validated and nothing is queued. `dryRun` is read as another name of it. Default: false. */
  isDryrun?: boolean | undefined;
}

const addMessageQuery: z.ZodMiniType<AddMessageQuery> = spelledEitherWay(DRY_RUN_SPELLINGS, {
  isDryrun: optionalFlagSchema,
  dryRun: optionalFlagSchema,
});

/**
 * Operations on messages, with the key of an account: see `endpoints`. A separate table, for programs that only send
 * messages. See KEY-2.
 */
export const messageEndpoints = {
  /**
   * Add message. Queues one or more messages, each with its own destination, sender ID and text. Each message is merged
   * over `defaults`, and its own values take precedence. A message with a `send_at` more than 5 minutes ahead is scheduled.
   * Response: every message is queued or scheduled. The response lists the messages in the order of the request. See MSG-5.
   */
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
