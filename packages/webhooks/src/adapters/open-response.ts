import { WebhookVerificationError } from '../errors/errors.ts';
import type { WebhookHandler } from '../handler/handler.ts';
import { refuse } from '../handler/refusals.ts';
import { reporterOf } from '../handler/report.ts';

/** The members of a Node response that show whether it can still be sent. Mocks may lack them. */
export interface ResponseState {
  /** Whether something has begun to respond. */
  readonly headersSent?: boolean | undefined;
  /** Whether the response has ended. */
  readonly writableEnded?: boolean | undefined;
  /** Whether the response was destroyed. */
  readonly destroyed?: boolean | undefined;
  /** Whether the connection has closed. */
  readonly closed?: boolean | undefined;
  /** The connection. */
  readonly socket?: { readonly destroyed?: boolean | undefined } | null | undefined;
}

/**
 * Returns whether a response belongs to the webhook: nothing else has begun to respond, and the connection is open.
 *
 * @param response - The response of Node.
 */
export function isOpen(response: ResponseState): boolean {
  const { headersSent, writableEnded, destroyed, closed, socket } = response;
  return ![headersSent, writableEnded, destroyed, closed, socket?.destroyed].includes(true);
}

/**
 * Runs a handler and sends its response. It never rejects, because not every framework awaits it: an unhandled rejection
 * would end the process. If the response cannot be sent, it is dropped and reported.
 *
 * @param handler - The handler.
 * @param respond - Calls the handler.
 * @param canSend - Returns whether the response can still be sent.
 * @param send - Sends a response with its body.
 * @returns Whether the response was sent.
 */
export async function respondWith(
  handler: WebhookHandler,
  respond: () => Promise<Response>,
  canSend: () => boolean,
  send: (response: Response, body: string) => unknown,
): Promise<boolean> {
  const report = reporterOf(handler);
  const response = await respond().catch((error: unknown) => {
    report(error, undefined);
    return refuse(500, 'handler_failed');
  });
  try {
    // The handler counts a body that is read as sent, so the body of a response that is dropped is not read.
    const body = canSend() ? await response.text() : undefined;
    if (body !== undefined && canSend()) {
      send(response, body);
      return true;
    }
    await response.body?.cancel();
    const problem = `The response ${response.status} was not sent, because the request has another response or its connection has closed.`;
    report(new WebhookVerificationError('response_not_sent', problem), undefined);
  } catch (error) {
    report(error, undefined);
  }
  return false;
}
