import { createMessagingClient, isMessagingError } from '@messaging-service/sdk';
import { createWebhookHandler, type WebhookHandler } from '@messaging-service/webhooks';

/** Variables and secrets of the worker: `wrangler secret put MESSAGING_ACCOUNT_KEY`. */
export interface Env {
  readonly MESSAGING_BASE_URL: string;
  readonly MESSAGING_ACCOUNT_KEY: string;
  readonly MESSAGING_WEBHOOK_SECRET: string;
  /** The token that callers of `POST /messages` send. */
  readonly API_TOKEN: string;
}

export default {
  fetch(request: Request, env: Env): Promise<Response> | Response {
    const { pathname } = new URL(request.url);
    if (pathname === '/webhooks/messaging') return receive(request, env);
    if (pathname === '/messages' && request.method === 'POST') return send(request, env);
    return new Response(null, { status: 404 });
  },
};

/** Sends a text. The caller repeats the same `id` when it retries, so the text is not sent twice. */
async function send(request: Request, env: Env): Promise<Response> {
  if (request.headers.get('authorization') !== `Bearer ${env.API_TOKEN}`)
    return new Response(null, { status: 401 });
  try {
    const { id, to, text } = (await request.json()) as { id: string; to: string; text: string };
    const { messageUuid } = await clientOf(env).messages.sendOne({
      id,
      to,
      from: { type: 'shared' },
      body: text,
    });
    return Response.json({ messageUuid }, { status: 202 });
  } catch (error) {
    if (error instanceof SyntaxError) return Response.json({ error: 'invalid_json' }, { status: 400 });
    if (!isMessagingError(error)) throw error;
    return Response.json(
      { error: error.message },
      { status: isMessagingError(error, 'RequestValidationError') ? 400 : 503 },
    );
  }
}

/** One for all requests: a handler of each request would have an empty dedupe store. */
let handler: WebhookHandler | undefined;

/** Receives webhooks and replies to messages. */
function receive(request: Request, env: Env): Promise<Response> {
  handler ??= createWebhookHandler({
    secrets: env.MESSAGING_WEBHOOK_SECRET,
    on: {
      inboundMessage: ({ payload: { from, mo_uuid, message } }) =>
        reply(env, mo_uuid, String(from), `Got “${message}”.`),
    },
  });
  return handler(request);
}

/**
 * Replies to a message once. Isolates share no memory, so the identifier of the reply is that of the message: the service
 * rejects a second reply as a duplicate.
 */
async function reply(env: Env, id: string, to: string, body: string): Promise<void> {
  try {
    await clientOf(env).messages.sendOne({ id, to, from: { type: 'shared' }, body });
  } catch (error) {
    if (!isMessagingError(error, 'duplicate_id')) throw error;
  }
}

function clientOf({ MESSAGING_BASE_URL: baseUrl, MESSAGING_ACCOUNT_KEY: accountKey }: Env) {
  return createMessagingClient({ baseUrl, accountKey });
}
