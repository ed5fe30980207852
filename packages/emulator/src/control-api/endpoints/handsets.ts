import { inboundMessageSchema, uuidSchema } from '@messaging-service/contract';
import * as z from 'zod/mini';
import { listHandsets, readConversation } from '../../domain/views/handset-list.ts';
import { doc, optional } from '../../runtime/options/doc.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { limit, offset, windowShape } from '../queries.ts';
import { count, EXAMPLES, instant, messageAnswer, openList, part, text } from '../values.ts';

/** Handsets of a moment stay in place while others are busy. */
const handsetsQuery = z.strictObject({
  ...windowShape,
  limit,
  until: optional(z.string(), 'A mark. Only messages that were queued up to this mark count.', EXAMPLES.mark),
});

/** Lines of a conversation from the oldest on, by default the latest ones. */
const conversationQuery = z.strictObject({ limit, offset });

const number = text('Number of the handset: digits without a plus.', EXAMPLES.handset);
const both = 'Messages in both directions.';

const handsetsAnswer = z.looseObject({
  handsets: openList('The handsets of the part, the one with the latest message first.', {
    number,
    latestAt: instant('When the latest message was written or queued.'),
    messages: count(both, 2),
    text: text('The text of the latest message.', 'YES'),
    state: text('The state of the latest message; `inbound` if the handset wrote it.', 'inbound'),
  }),
  ...part,
});

const conversationAnswer = z.strictObject({
  number,
  messages: doc(z.array(messageAnswer), 'Messages to the handset, oldest first.'),
  inbound: doc(z.array(inboundMessageSchema), 'Messages that the handset wrote, oldest first.'),
  order: doc(
    z.array(uuidSchema),
    'UUIDs of the messages in both directions, in their order: that of time, and of the history within an instant.',
    [EXAMPLES.message],
  ),
  offset: count('Messages in both directions before this part.', 0),
  total: count(both, 4),
});

/** Handsets and their conversations. */
export const HANDSET_ENDPOINTS: readonly Endpoint[] = [
  endpoint('listHandsets', 'GET /handsets', {
    tag: 'inspector',
    description: 'Lists handsets, those with the latest activity first.',
    query: handsetsQuery,
    answer: handsetsAnswer,
    run: ({ service, query }) => {
      const until = query.until === undefined ? undefined : service.positionOf(query.until, 'until');
      return listHandsets(service.core.state, query.q, until, query);
    },
  }),
  endpoint('getConversation', 'GET /handsets/{id}', {
    tag: 'inspector',
    id: ['A number without the plus.', EXAMPLES.handset],
    description: 'Returns the messages of one handset.',
    query: conversationQuery,
    answer: conversationAnswer,
    refusals: [],
    run: ({ service, id, query }) => readConversation(service.core.state, id, query),
  }),
];
