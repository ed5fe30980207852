import { type AddMessageResponse, messageEndpoints, type QueuedMessage } from '@messaging-service/contract';
import { type CallPromise, mapCall } from '../call/call-promise.ts';
import type { RequestFunction } from '../call/request.ts';
import type { ResolvedOptions } from '../options/resolve-options.ts';
import { createCoalescing } from './many/coalesce.ts';
import { sendMany } from './many/send-many.ts';
import type { MessageOutcome, MessageSource, SendManyOptions } from './many/send-many-request.ts';
import type { Sender } from './many/sender.ts';
import type {
  MessageDefaults,
  MessageOver,
  OutboundMessage,
  SendMessagesOptions,
  SendMessagesRequest,
} from './message-request.ts';
import { writeMessages } from './write-messages.ts';

/** The operations on single messages, each of which has its own destination, sender and text. */
export interface Messages {
  /**
   * Queues messages, all or none of them. The answer comes when they are queued, not when they are delivered.
   *
   * It is repeated only where it provably did nothing the first time. After an error with `maybeSent`, send the messages
   * again with the `ids` of the error: if they were queued, the service refuses them with `duplicate_id`.
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
  send: <Defaults extends MessageDefaults = MessageDefaults>(
    request: SendMessagesRequest<Defaults>,
    options?: SendMessagesOptions,
  ) => CallPromise<AddMessageResponse>;

  /**
   * Queues one message: {@link Messages.send} for the most frequent case, with the same errors. With the client's option
   * `coalesce`, concurrent calls share requests.
   *
   * @param message - The message.
   * @returns The queued message.
   * @throws {RequestValidationError} Something is wrong with the message; nothing was sent.
   * @throws {InsufficientCreditsError} The account has too few credits: a unit costs one.
   * @throws {SenderNotOwnedError} The account does not own a custom sender ID.
   * @throws {ConflictError} The `id` was used before, or no shared sender ID is left for the number.
   * @throws {ConnectionError} There was no response: see `maybeSent`.
   * @throws {TimeoutError} The response took too long: see `maybeSent`.
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
  sendOne: (message: OutboundMessage, options?: SendMessagesOptions) => CallPromise<QueuedMessage>;

  /**
   * Queues any number of messages, in chunks, and gives the outcome of each, in their order. Nothing is read or sent
   * before the first outcome is asked for, and the source is read no further ahead of the outcomes that were taken than
   * `chunkSize` × `concurrency` messages, so that a million of them take no more memory than a few hundred.
   *
   * One message does not spoil another. Those with something wrong are found before anything is sent. When the service
   * refuses a chunk, nothing of it was queued, so it is divided until the message at fault stands alone. When it is
   * unknown what became of a chunk, as after a lost answer, it is not sent again: its messages get the error, whose
   * `maybeSent` is true. No message is in two requests, unless the first was refused for certain.
   *
   * Some refusals concern all messages. After an `InvalidKeyError` nothing more is sent; once credits do not suffice for
   * a message alone, none that takes as many units or more. What is not sent gets the same error. A chunk that fails for
   * reasons of its own (429 and 503 after all attempts, 404, no connection) fails as a whole, and the next one is sent.
   *
   * It throws only where there is no message to blame: wrong options, a source that throws (its own error), and an
   * `AbortError` after `signal`; never before the outcomes of all messages that were read have been given. Leaving the
   * loop early waits for the requests under way.
   *
   * @param messages - The messages: any iterable or async iterable.
   * @param options - What the messages share, and how to send them.
   * @returns The outcomes; it can be iterated over once.
   *
   * @example
   * ```ts
   * import { createMessagingClient } from '@messaging-service/sdk';
   *
   * const { messages } = createMessagingClient({ baseUrl: 'https://api.example.com', accountKey: '0123456789abcdef0123456789abcdef' });
   * async function* reminders() {
   *   for (let i = 0; i < 100; i++) yield { to: `4477009001${String(i).padStart(2, '0')}`, body: 'See you at nine' };
   * }
   * const outcomes = messages.sendMany(reminders(), {
   *   defaults: { from: { type: 'shared' } },
   *   onProgress: ({ queued, failed }) => console.log(queued, failed),
   * });
   * for await (const outcome of outcomes) {
   *   if (outcome.ok) console.log(outcome.message.to, outcome.queued.messageUuid);
   *   else console.error(outcome.index, outcome.id, outcome.error.maybeSent, outcome.error.message);
   * }
   * ```
   */
  sendMany: <Defaults extends MessageDefaults = MessageDefaults>(
    messages: MessageSource<Defaults>,
    options?: SendManyOptions<Defaults>,
  ) => AsyncGenerator<MessageOutcome<MessageOver<NoInfer<Defaults>>>, void, undefined>;
}

/** Makes the operations on messages. */
export function createMessages(
  request: RequestFunction,
  { coalesce, generateIds, redact }: Pick<ResolvedOptions, 'coalesce' | 'generateIds' | 'redact'>,
): Messages {
  const send: Sender['send'] = (body, options, { ownIds, stopRetries } = {}) =>
    request(messageEndpoints.send, options, () => ({
      ...writeMessages(body, generateIds, ownIds),
      stopRetries,
    }));
  const sender = { send, generateIds, redact };
  const sendOne: Messages['sendOne'] = (message, options) =>
    // The call has checked that there is one.
    mapCall(send({ messages: [message] }, options), ({ messages }) => messages[0] as QueuedMessage);
  return {
    send: (body, options) => send(body, options),
    sendOne: coalesce ? createCoalescing(sendOne, sender) : sendOne,
    sendMany: (messages, options) => sendMany(messages, options, sender) as ReturnType<Messages['sendMany']>,
  };
}
