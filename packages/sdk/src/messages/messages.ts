import { messageEndpoints } from '@messaging-service/contract';
import type { Call, CallPromise } from '../call/call.ts';
import type { CallInput } from '../call/write-request.ts';
import type { SafeResend } from '../options/options.ts';
import type { ResolvedOptions } from '../options/resolve-options.ts';
import type { ManySender, SendDetails } from './many/send-many.ts';
import { sendMany } from './many/send-many.ts';
import type { MessageOutcome, MessageSource, SendManyOptions } from './many/send-many-request.ts';
import type {
  MessageDefaults,
  MessageOver,
  OpenMessage,
  OutboundMessage,
  SendMessagesOptions,
  SendMessagesRequest,
} from './message-request.ts';
import type { SentMessage, SentMessages } from './sent-message.ts';
import { writeMessages } from './write-messages.ts';

/**
 * Operations on single messages. Each message has its own destination, sender and text.
 *
 * @typeParam Safe - The client's option `safeResend`.
 */
export interface Messages<Safe extends SafeResend = false> {
  /**
   * Queues messages, all or none of them. The call resolves when they are queued, not when they are delivered. See MSG-5.
   *
   * A failed call is repeated only if it certainly had no effect. After an error with `maybeSent`, send the messages
   * again with the `ids` of the error: if they were queued, the service refuses them with `duplicate_id`.
   *
   * @param request - The messages, and the values that they share.
   * @param options - `dryRun: true` validates without sending. All others apply to any call, such as `timeout`.
   * @returns One queued message for each message of the request, in the same order, with the identifiers to record.
   * @throws {RequestValidationError} The request is invalid; nothing was sent.
   * @throws {InsufficientCreditsError} The account has too few credits: a unit costs one.
   * @throws {SenderNotOwnedError} The account does not own a custom sender ID.
   * @throws {ConflictError} An `id` was used before, or no shared sender ID is left for a number.
   * @throws {InvalidKeyError} The key is unknown, or its account was deactivated.
   * @throws {ConnectionError} There was no response: see `maybeSent`.
   * @throws {TimeoutError} The response took too long: see `maybeSent`.
   *
   * @example
   * ```ts
   * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
   *
   * const { messages } = createMessagingClient(optionsFromEnvironment());
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
  ) => CallPromise<SentMessages<Safe>>;

  /**
   * Queues one message, as {@link Messages.send} does. To send many messages, use {@link Messages.sendMany}.
   *
   * @param message - The message.
   * @param options - `dryRun: true` validates without sending. All others apply to any call, such as `timeout`.
   * @returns The queued message.
   * @throws {RequestValidationError} The message is invalid; nothing was sent.
   * @throws {InsufficientCreditsError} The account has too few credits: a unit costs one.
   * @throws {SenderNotOwnedError} The account does not own a custom sender ID.
   * @throws {ConflictError} The `id` was used before, or no shared sender ID is left for the number.
   * @throws {ConnectionError} There was no response: see `maybeSent`.
   * @throws {TimeoutError} The response took too long: see `maybeSent`.
   *
   * @example
   * ```ts
   * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
   *
   * const { messages } = createMessagingClient(optionsFromEnvironment());
   * const { messageUuid, scheduled } = await messages.sendOne({
   *   to: '447700900123',
   *   from: { type: 'shared' },
   *   body: 'Your table is ready',
   *   send_at: new Date(Date.now() + 15 * 60_000),
   * });
   * console.log(messageUuid, scheduled);
   * ```
   */
  sendOne: (message: OutboundMessage, options?: SendMessagesOptions) => CallPromise<SentMessage<Safe>>;

  /**
   * Queues any number of messages, in chunks, and yields the outcome of each in their order. Nothing happens until you
   * request the first outcome. The client reads at most `chunkSize` × `concurrency` messages ahead of your loop, so a
   * million messages need no more memory than a few hundred.
   *
   * Each outcome has a `status` that says what to do with its message: see {@link MessageOutcome}. An invalid message does not
   * affect the others. To resume after a crash, send the messages again under the same identifiers: see {@link idFrom}.
   *
   * A message is sent a second time only if the first request was certainly refused. The service refuses a chunk as a
   * whole. If its error names messages, the others are sent again in one request; otherwise the chunk is divided until the
   * refused message is alone. Some refusals concern all messages: after an `InvalidKeyError`, nothing more is sent; when
   * the credits do not suffice for a message, no message with as many units or more is sent. The client then tries a single
   * message with the next chunk, and again after 2, 4, 8 chunks and so on (at most 32) or after ten seconds, so the
   * iteration goes on once you add credits or the key works again. If a request fails for another reason, its whole chunk
   * fails and the next chunk is sent, until `stopWhen` stops the iteration.
   *
   * If you leave the loop early, by `break` or an exception, it waits for the running requests and discards their outcomes:
   * up to `chunkSize` × `concurrency` messages may be queued without a record. To stop, abort the `signal` or use
   * `stopWhen` instead: you then get the outcome of every message that was read. If the body of your loop can fail, set
   * identifiers of your own, so that the next run does not send these messages again.
   *
   * @param messages - The messages: any iterable or async iterable.
   * @param options - Values that the messages share, and options for sending.
   * @returns The outcomes. You can iterate over them once.
   * @throws {RequestValidationError} An option is invalid, or `messages` is not iterable.
   * @throws {SendManyStoppedError} `stopWhen` stopped it; thrown after the outcomes of all messages that were read.
   * @throws {AbortError} The `signal` was aborted; thrown after the outcomes of all messages that were read.
   *
   * @example
   * ```ts
   * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
   *
   * const { messages } = createMessagingClient(optionsFromEnvironment());
   * async function* reminders() {
   *   for (let i = 0; i < 100; i++) yield { to: `4477009001${String(i).padStart(2, '0')}`, body: 'See you at nine' };
   * }
   * const outcomes = messages.sendMany(reminders(), {
   *   defaults: { from: { type: 'shared' } },
   *   onProgress: ({ queued, failed }) => console.log(queued, failed),
   * });
   * for await (const outcome of outcomes) {
   *   if (outcome.ok) console.log(outcome.message.to, outcome.queued.messageUuid);
   *   else console.error(outcome.status, outcome.id, outcome.error.message);
   * }
   * ```
   */
  sendMany: <Defaults extends MessageDefaults = MessageDefaults>(
    messages: MessageSource<Defaults>,
    options?: SendManyOptions<Defaults>,
  ) => AsyncGenerator<MessageOutcome<MessageOver<NoInfer<Defaults>>, Safe>, void, undefined>;
}

/** Operations on messages of a client with the option `unknownValues: 'ignore'`: see {@link Messages}. */
export interface OpenMessages<Safe extends SafeResend = false> {
  /** Queues messages, all or none of them: see {@link Messages.send}. */
  send: (
    request: { messages: readonly Partial<OpenMessage>[]; defaults?: Partial<OpenMessage> | undefined },
    options?: SendMessagesOptions,
  ) => CallPromise<SentMessages<Safe>>;
  /** Queues one message: see {@link Messages.sendOne}. */
  sendOne: (message: OpenMessage, options?: SendMessagesOptions) => CallPromise<SentMessage<Safe>>;
  /** Queues any number of messages: see {@link Messages.sendMany}. */
  sendMany: (
    messages: Iterable<Partial<OpenMessage>> | AsyncIterable<Partial<OpenMessage>>,
    options?: Omit<SendManyOptions, 'defaults'> & {
      defaults?: Partial<OpenMessage> | undefined;
    },
  ) => AsyncGenerator<MessageOutcome<Partial<OpenMessage>, Safe>, void, undefined>;
}

/** Creates the operations on messages. */
export function createMessages(
  call: Call,
  { safeResend, redact, report }: Pick<ResolvedOptions, 'safeResend' | 'redact' | 'report'>,
): Messages<SafeResend> {
  const describe = (
    body: unknown,
    options: SendMessagesOptions<SafeResend> | undefined,
    { ownIds, stopRetries }: SendDetails = {},
  ): CallInput<SentMessages> => ({
    ...writeMessages(body, { ownIds, isDryRun: options?.dryRun === true }),
    stopRetries,
  });
  const send: ManySender['send'] = (body, options, details) =>
    call(messageEndpoints.send, options, () => describe(body, options, details));
  return {
    send: (body, options) => send(body, options),
    sendOne: (message, options) =>
      call(
        messageEndpoints.send,
        options,
        () => describe({ messages: [message] }, options),
        // The call has checked that there is one.
        ({ messages }) => messages[0] as SentMessage,
      ),
    sendMany: (messages, options) =>
      // It checks that the messages are iterable.
      sendMany(messages as Iterable<unknown>, options, { send, safeResend, redact, report }) as ReturnType<
        Messages<SafeResend>['sendMany']
      >,
  };
}
