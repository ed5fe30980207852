import { matches } from './checks.ts';
import type { Cases, Context } from './context.ts';
import { sample } from './webhook-sample.ts';

const { secret: secrets, sentAt: now, body, headers } = sample;
const request = (changed: RequestInit = {}) =>
  new Request('https://receiver.test/inbound', { method: 'POST', body, headers, ...changed });

/** A handler that counts its actions. */
function receiver({ webhooks }: Context) {
  const texts: string[] = [];
  const errors: unknown[] = [];
  const handler = webhooks.createWebhookHandler({
    secrets,
    now,
    onError: (error) => errors.push(error),
    on: {
      async inboundMessage({ payload }) {
        // Like an action that writes to a database: other events are handled in between.
        await new Promise((resolve) => setTimeout(resolve, 1));
        texts.push(payload.message);
      },
    },
  });
  return { handler, texts, errors };
}

/** Handlers: from Request to Response, each event once. */
export const receiving: Cases = {
  'responds to a webhook with an empty 200, and to a duplicate as well, without acting again': async (
    context,
  ) => {
    const { handler, texts, errors } = receiver(context);
    for (let time = 0; time < 3; time++) {
      const response = await handler(request());
      matches({ status: response.status, text: await response.text() }, { status: 200, text: '' });
    }
    matches(texts, ['Ναι 👍']);
    matches(errors, []);
  },
  'does not act on requests that are unsigned, wrongly signed, or not POST': async (context) => {
    const { handler, texts } = receiver(context);
    matches((await handler(request({ body: body.replace('sms', 'rcs') }))).status, 401);
    matches((await handler(request({ headers: {} }))).status, 401);
    matches((await handler(new Request('https://receiver.test/inbound'))).status, 405);
    matches(texts, []);
  },
};
