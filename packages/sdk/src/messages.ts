import { type AddMessageResponse, endpoints, type QueuedMessage } from '@messaging-service/contract';
import { describeMessages } from './describe-messages.ts';
import type { MessageDefaults, OutboundMessage, SendMessagesRequest } from './message-request.ts';
import type { CallOptions } from './options.ts';
import type { RequestFunction } from './request.ts';

/** Options of `messages.send` and `messages.sendOne`. */
export interface SendMessagesOptions extends CallOptions {
  /**
   * Only validate and answer: nothing is queued or charged. Written in both spellings of the specification, so that
   * no reading of it sends. Default: false. spec.md, Add message.
   */
  dryRun?: boolean | undefined;
}

/** The operations on single messages, each of which has its own destination, sender and text. */
export interface Messages {
  /**
   * Queues messages, all or none of them. The answer comes when they are queued, not when they are delivered.
   *
   * It is never sent twice by itself. After an error with `maybeSent`, send the messages again with the `ids` of the
   * error: if they were queued, the service refuses them with `duplicate_id`. spec.md, Add message.
   *
   * @param request - The messages, and what they share.
   * @returns One queued message for each of the request, in its order, with the identifiers to record.
   * @throws {RequestValidationError} Something is wrong with the request; nothing was sent.
   * @throws {InsufficientCreditsError} The account has too few credits: a unit costs one.
   * @throws {SenderNotOwnedError} The account does not own a custom sender ID.
   * @throws {ConflictError} An `id` was used before, or no shared sender ID is left for a number.
   *
   * @example
   * ```ts
   * import { createMessagingClient } from '@messaging-service/sdk';
   *
   * const { messages } = createMessagingClient({ baseUrl: 'https://api.example.com', accountKey: '0123456789abcdef0123456789abcdef' });
   * const queued = await messages.send({
   *   defaults: { from: { type: 'shared' }, callback: 'https://example.com/receipts' },
   *   messages: [
   *     { to: '447700900123', body: 'See you at nine' },
   *     { to: '447700900124', body: 'See you at ten', from: { type: 'custom', value: 'DEMO' } },
   *   ],
   * });
   * for (const { to, messageUuid } of queued.messages) console.log(to, messageUuid);
   * ```
   */
  send: <Defaults extends MessageDefaults = Record<never, never>>(
    request: SendMessagesRequest<Defaults>,
    options?: SendMessagesOptions,
  ) => Promise<AddMessageResponse>;

  /**
   * Queues one message: {@link Messages.send} for the most frequent case, with the same errors.
   *
   * @param message - The message.
   * @returns The queued message.
   *
   * @example
   * ```ts
   * import { createMessagingClient } from '@messaging-service/sdk';
   *
   * const { messages } = createMessagingClient({ baseUrl: 'https://api.example.com', accountKey: '0123456789abcdef0123456789abcdef' });
   * const { messageUuid, scheduled } = await messages.sendOne({
   *   to: '447700900123',
   *   from: { type: 'shared' },
   *   body: 'Your table is ready',
   *   send_at: new Date(Date.now() + 15 * 60_000),
   * });
   * console.log(messageUuid, scheduled);
   * ```
   */
  sendOne: (message: OutboundMessage, options?: SendMessagesOptions) => Promise<QueuedMessage>;
}

/** Makes the operations on messages. */
export function createMessages(request: RequestFunction, generateIds: boolean): Messages {
  const send = (body: unknown, options?: SendMessagesOptions) =>
    request(endpoints.messages.send, options, () => describeMessages(body, generateIds));
  return {
    send,
    async sendOne(message, options) {
      const { messages } = await send({ messages: [message] }, options);
      // The call's check has counted them.
      return messages[0] as QueuedMessage;
    },
  };
}
