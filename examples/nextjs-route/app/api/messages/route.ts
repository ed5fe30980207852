import {
  ApiError,
  isMessagingError,
  type MessagingError,
  RequestValidationError,
} from '@messaging-service/sdk';
import { isOwnServer } from '../../../lib/is-own-server.ts';
import { noteQueued } from '../../../lib/message-status.ts';
import { messagingClient } from '../../../lib/messaging.ts';
import { sendOnce } from '../../../lib/send-once.ts';

/** Body of the request. The caller generates `id` once for each text and repeats it in each retry. */
interface SendRequest {
  readonly id: string;
  readonly to: string;
  readonly text: string;
}

/** Sends a text. Returns 202 with its identifier when it is queued, now or by an earlier request with the same `id`. */
export async function POST(request: Request): Promise<Response> {
  if (!isOwnServer(request)) return refuse(401, 'unauthorized');
  const asked = await readBody(request);
  if (asked === undefined)
    return refuse(400, 'invalid_request', [
      { path: '', message: 'must be an object with the texts id, to and text' },
    ]);
  try {
    const queued = await sendOnce(messagingClient(), {
      id: asked.id,
      to: asked.to,
      from: { type: 'shared' },
      body: asked.text,
      callback: new URL('/api/webhooks/messaging', process.env.APP_URL ?? request.url).href,
    });
    const id = queued?.messageUuid ?? asked.id;
    noteQueued(id);
    return Response.json({ id }, { status: 202 });
  } catch (error) {
    if (!isMessagingError(error)) throw error;
    return explain(error);
  }
}

/** Tells the caller to fix the request (400), or to send the same request again (503). */
function explain(error: MessagingError): Response {
  if (error instanceof RequestValidationError) return refuse(400, 'invalid_request', error.issues);
  if (error instanceof ApiError && error.status < 500 && error.status !== 429)
    return refuse(502, error.code ?? 'refused');
  // Nothing was queued, or the outcome is unknown. A retry with the same `id` cannot send the text twice.
  return refuse(503, error.maybeSent ? 'maybe_sent' : 'not_sent');
}

async function readBody(request: Request): Promise<SendRequest | undefined> {
  const body: unknown = await request.json().catch(() => undefined);
  if (typeof body !== 'object' || body === null) return undefined;
  const { id, to, text } = body as Record<string, unknown>;
  return typeof id === 'string' && typeof to === 'string' && typeof text === 'string'
    ? { id, to, text }
    : undefined;
}

function refuse(status: number, code: string, issues: readonly unknown[] = []): Response {
  return Response.json({ error: { code, issues } }, { status });
}
