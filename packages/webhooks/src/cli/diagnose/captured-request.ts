import type { WebhookRequest } from '../../verify/request.ts';

/** A request from a file or a log. */
export interface CapturedRequest {
  /** The bytes of the body; a parsed value if the capture contains no bytes. */
  readonly body: unknown;
  /** All headers, in their order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** When it was received, in milliseconds since the epoch, if the capture contains that. */
  readonly at?: number | undefined;
}

/**
 * Converts a captured request to the argument of `verify`.
 *
 * @param captured - The captured request.
 */
export function toWebhookRequest({ body, headers }: CapturedRequest): WebhookRequest {
  return { body: body as WebhookRequest['body'], headers };
}
