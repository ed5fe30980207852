import { createMessagingClient, isMessagingError, optionsFromEnvironment } from '@messaging-service/sdk';

/** The members of the event of a function URL or an HTTP API that this function reads. */
interface HttpEvent {
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

interface HttpResult {
  readonly statusCode: number;
  readonly body: string;
}

/** Body of the request. The caller repeats the same `id` when it retries, so the text is not sent twice. */
interface SendRequest {
  readonly id: string;
  readonly to: string;
  readonly text: string;
}

// Created once for each execution environment, not for each call.
const { messages } = createMessagingClient({
  // The address and the key, from MESSAGING_BASE_URL and MESSAGING_ACCOUNT_KEY.
  ...optionsFromEnvironment(),
  // Ends before the function itself times out (30 s in this example).
  totalTimeout: 20_000,
});

/** Sends a text. Protect this function: use IAM authorization, or call it from your own functions only. */
export async function handler({ body = '', isBase64Encoded = false }: HttpEvent): Promise<HttpResult> {
  try {
    const json = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body;
    const { id, to, text } = JSON.parse(json) as SendRequest;
    const { messageUuid } = await messages.sendOne({ id, to, from: { type: 'shared' }, body: text });
    return respond(202, { messageUuid });
  } catch (error) {
    if (error instanceof SyntaxError) return respond(400, { error: 'invalid_json' });
    if (!isMessagingError(error)) throw error;
    const status = isMessagingError(error, 'RequestValidationError') ? 400 : 503;
    return respond(status, { error: error.message, maybeSent: error.maybeSent });
  }
}

function respond(statusCode: number, body: object): HttpResult {
  return { statusCode, body: JSON.stringify(body) };
}
