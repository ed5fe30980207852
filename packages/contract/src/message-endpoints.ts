import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { lazy } from './lazy.ts';
import * as message from './message.ts';
import { dryRunQuerySchema, optionalFlagSchema } from './query.ts';

/** Query of add-message. See MSG-9. */
export interface AddMessageQuery {
  /** Validate and answer, but queue nothing. The sample spells it `dryRun`; both are read. */
  isDryrun?: boolean | undefined;
}

const addMessageQuery: z.ZodMiniType<AddMessageQuery> = lazy(() =>
  dryRunQuerySchema(z.strictObject({ isDryrun: optionalFlagSchema, dryRun: optionalFlagSchema })),
);

/** The operations on messages: see `endpoints`. Apart from the others, for who sends messages and does nothing else. */
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
