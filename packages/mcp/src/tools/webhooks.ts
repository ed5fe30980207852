import type { Delivery } from '../answers.ts';
import type { JsonSchema } from '../json-schema.ts';
import { explained, listWith, objectWith } from '../json-schema.ts';
import type { Operations } from '../operations.ts';
import { linesOf } from '../texts.ts';
import type { Tool } from '../tool.ts';
import { LIST_ADVICE, partOfList, partSchema, readPart, restOf, searched } from './lists.ts';
import { ATTEMPT_MEMBERS, DELIVERY_MEMBERS, deliveryLine, shownDelivery } from './objects.ts';

/** The schema of a webhook. */
export function deliverySchema(operations: Operations): JsonSchema {
  const whole = objectWith(
    operations.answer('listWebhooks', 'deliveries').deliveries?.items,
    DELIVERY_MEMBERS,
  );
  const attempts = listWith(whole.properties?.attempts, ATTEMPT_MEMBERS);
  return { ...whole, properties: { ...whole.properties, attempts } };
}

/** Lists the webhooks to the application. */
export const listWebhooks: Tool = {
  name: 'list_webhooks',
  title: 'List webhooks',
  description:
    'Lists the webhooks that the service sent to the application, oldest first, with each attempt: delivery receipts, inbound messages and credit notifications. Returns id for why and resend_webhook.',
  effect: 'reads',
  input: (operations) => ({
    members: {
      ...explained(operations.input('listWebhooks', 'kind account state q'), {
        state: 'Whether it was accepted: `pending` until the last attempt, `exhausted` after it.',
        ...searched(
          'state:exhausted, response:5xx, response:none, kind:delivery-receipt, message:<messageUuid>, account:<name>, after:<instant>, before:<instant>, and attempted: with a period such as 2026-01-01T09:00Z/2026-01-02T09:00Z',
        ),
      }),
      ...partOfList,
    },
  }),
  output: (operations) => partSchema('webhooks', { type: 'array', items: deliverySchema(operations) }),
  advice: LIST_ADVICE,
  run: async ({ controls, args }) => {
    const part = await readPart<Delivery>(controls, 'listWebhooks', 'deliveries', args);
    const { rows, total, offset } = part;
    const text = linesOf([total === 0 && NO_WEBHOOKS, ...rows.map(deliveryLine), restOf(part, 'webhooks')]);
    return { text, data: { total, offset, webhooks: rows.map(shownDelivery) } };
  },
};

const NO_WEBHOOKS =
  'No webhook matches. A receipt needs a "callback" in the send, and an inbound message needs the mo_webhook_url of the account.';

/** Sends a webhook again. */
export const resendWebhook: Tool = {
  name: 'resend_webhook',
  title: 'Send a webhook again',
  description:
    'Makes one more attempt at a webhook now, for example after a fix, or to see whether the application handles a duplicate. With a payload, it sends another webhook with that content to the same address.',
  effect: 'adds',
  input: (operations) => ({
    members: explained(operations.input('resendWebhook', 'id payload'), {
      id: 'The id of a webhook, which list_webhooks returns.',
      payload: 'The whole payload to send instead, as list_webhooks returns it, with your changes.',
    }),
    required: ['id'],
  }),
  output: deliverySchema,
  advice: { not_found: 'list_webhooks returns the ids.' },
  run: async ({ controls, args }) => {
    const { id } = await controls.call<Delivery>('resendWebhook', args);
    await controls.call('settle');
    const delivery = await controls.call<Delivery>('getWebhook', { id });
    return { text: deliveryLine(delivery), data: shownDelivery(delivery) };
  },
};
