import { check, matches } from './checks.ts';
import type { Cases, Context } from './context.ts';
import { sample } from './webhook-sample.ts';

const { secret: secrets, sentAt: now, body, headers } = sample;
const request = (changed: RequestInit = {}) =>
  new Request('https://receiver.test/inbound', { method: 'POST', body, headers, ...changed });

/** A handler that counts its actions. The first `failing` actions throw. */
function receiver({ webhooks }: Context, failing = 0) {
  const texts: string[] = [];
  const errors: unknown[] = [];
  let left = failing;
  const handler = webhooks.createWebhookHandler({
    secrets,
    now,
    onError: (error) => errors.push(error),
    on: {
      async inboundMessage({ payload }) {
        // Like an action that writes to a database: other events are handled in between.
        await new Promise((resolve) => setTimeout(resolve, 1));
        if (left-- > 0) throw new Error('not now');
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
  'acts once on an event that arrives several times concurrently': async (context) => {
    const { handler, texts } = receiver(context);
    const answers = await Promise.all(Array.from({ length: 8 }, () => handler(request())));
    check(
      answers.some(({ status }) => status === 200) &&
        answers.every(({ status }) => status === 200 || status === 503),
      `answered ${answers.map(({ status }) => status).join()}`,
    );
    matches(texts.length, 1);
  },
  'responds with 500 if the action fails, and acts on the next attempt': async (context) => {
    const { handler, texts, errors } = receiver(context, 1);
    matches((await handler(request())).status, 500);
    matches((await handler(request())).status, 200);
    matches([texts.length, errors.length], [1, 1]);
  },
  'does not act on requests that are unsigned, wrongly signed, or not POST': async (context) => {
    const { handler, texts } = receiver(context);
    matches((await handler(request({ body: body.replace('sms', 'rcs') }))).status, 401);
    matches((await handler(request({ headers: {} }))).status, 401);
    matches((await handler(new Request('https://receiver.test/inbound'))).status, 405);
    matches(texts, []);
  },
};
