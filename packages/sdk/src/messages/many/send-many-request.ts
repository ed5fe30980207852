import type { MessagingError } from '../../errors/messaging-error.ts';
import type { SafeResend } from '../../options/options.ts';
import type {
  MessageDefaults,
  MessageOver,
  SendMessagesOptions,
  SendMessagesRequest,
} from '../message-request.ts';
import type { SentMessage } from '../sent-message.ts';

/**
 * The messages of `messages.sendMany`: an array, a generator, or rows of a database as they arrive.
 *
 * @typeParam Defaults - The type of `defaults`, which is inferred from the options.
 */
export type MessageSource<Defaults extends MessageDefaults = MessageDefaults> =
  | Iterable<MessageOver<NoInfer<Defaults>>>
  | AsyncIterable<MessageOver<NoInfer<Defaults>>>
  // Arrays are iterable, too, but this gives shorter messages of the compiler about them. With a type of arrays, messages about
  // generators would name the methods of arrays and not the mistake.
  | ArrayLike<MessageOver<NoInfer<Defaults>>>;

/**
 * Options of `messages.sendMany`. The options of a call, such as `timeout`, apply to each of its requests.
 *
 * @typeParam Defaults - The type of `defaults`, which is inferred.
 * @typeParam Safe - The type of `safeResend`, which is inferred.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const client = createMessagingClient(optionsFromEnvironment());
 * const reminders = ['447700900123', '447700900124'].map((to) => ({ to, body: 'See you at nine' }));
 * const outcomes = client.messages.sendMany(reminders, {
 *   defaults: { from: { type: 'shared' } },
 *   chunkSize: 50,
 *   concurrency: 2,
 *   maxWait: 500,
 *   rate: 500,
 *   stopWhen: ({ error }) => !error.maybeSent,
 *   onProgress: ({ queued, failed }) => console.log(queued, failed),
 *   signal: AbortSignal.timeout(60_000),
 * });
 * for await (const { ok } of outcomes) console.log(ok); // true
 * ```
 */
export interface SendManyOptions<
  Defaults extends MessageDefaults = MessageDefaults,
  Safe extends SafeResend = false,
> extends SendMessagesOptions<Safe> {
  /** Values for every message that does not set them. `id` is not allowed, because each message needs its own. */
  defaults?: SendMessagesRequest<Defaults>['defaults'];
  /**
   * The number of messages in a request. The service accepts a request as a whole or not at all: with smaller requests, a
   * refused message and a lost response affect fewer messages. Default: 100.
   */
  chunkSize?: number | undefined;
  /** The number of concurrent requests. Default: 4. */
  concurrency?: number | undefined;
  /**
   * How long the first message of a request waits for others, in milliseconds, when the source is slow. After that, the
   * request is sent with fewer messages than `chunkSize`. Default: 1,000.
   */
  maxWait?: number | undefined;
  /**
   * The maximum number of messages per second, or `{ messages, per }` with `per` in milliseconds. The messages are spread
   * evenly: requests contain fewer messages and are sent about every 100 ms. Repeated attempts of a request do not count.
   * Default: no limit.
   */
  rate?: number | SendRate | undefined;
  /**
   * Decides whether to stop. It is called after each chunk whose request failed for a reason that its messages did not cause:
   * a refused key, no connection, 429, 5xx, or the same refusal for every message. When it returns true, nothing more is read
   * or sent. After the outcomes of all messages that were read, the iteration ends with a `SendManyStoppedError`.
   * `() => false` never stops. If it throws, the exception is logged and counts as true.
   *
   * Default: stops after a refused key, and after `concurrency` + 1 failed chunks in a row, at least 5.
   */
  stopWhen?: ((failure: SendManyFailure) => boolean) | undefined;
  /**
   * Receives the progress whenever the outcomes of a chunk are known, before they are yielded. Its errors are logged and
   * change nothing.
   */
  onProgress?: ((progress: SendManyProgress) => void) | undefined;
  /**
   * Stops the iteration: nothing more is read from the source or sent. Running requests are not aborted, because the outcome
   * of their messages would be unknown. A refused request that waits for its next attempt is not repeated. After the outcomes
   * of all messages that were read, the iteration ends with an `AbortError`.
   */
  signal?: AbortSignal | undefined;
}

/**
 * A rate of `messages.sendMany`.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const client = createMessagingClient(optionsFromEnvironment());
 * const reminders = [{ to: '447700900123', from: { type: 'shared' as const }, body: 'See you at nine' }];
 * const rate = { messages: 6000, per: 60_000 };
 * for await (const { ok } of client.messages.sendMany(reminders, { rate })) console.log(ok); // true
 * ```
 */
export interface SendRate {
  /** The maximum number of messages in a period: a whole number. */
  readonly messages: number;
  /** Length of the period, in milliseconds. */
  readonly per: number;
}

/** A chunk of `messages.sendMany` that failed for a reason that its messages did not cause. */
export interface SendManyFailure {
  /** The error of its request. */
  readonly error: MessagingError;
  /** The number of such chunks in a row, including this one. */
  readonly consecutive: number;
  /** The progress, including this chunk. */
  readonly progress: SendManyProgress;
}

/** Progress of `messages.sendMany`. */
export interface SendManyProgress {
  /** The number of messages whose outcome is known: `queued` plus `failed`. */
  readonly settled: number;
  /** The number of messages that were queued. */
  readonly queued: number;
  /** The number of messages that were not queued, or whose outcome is unknown. */
  readonly failed: number;
}

/** The status of a message that the service has queued, by this run or before it. */
export type QueuedStatus = 'queued' | 'queued-before';

/**
 * The status of a message that this run did not queue:
 *
 * - `queued-before`: the service has already queued a message with this identifier.
 * - `refused`: the service does not accept this message. Fix it: sending it again unchanged does not help.
 * - `not-sent`: the message was certainly not queued: send it later. You also get this if the service refused several
 *   messages together and did not say which one is wrong.
 * - `unknown`: the message may be queued. Send it again under the same `id`, if the service refuses repeated identifiers.
 */
export type FailedStatus = 'queued-before' | 'refused' | 'not-sent' | 'unknown';

/** The common part of all outcomes of `messages.sendMany`. */
export interface MessageOutcomeBase<Message> {
  /** Its position in the source, from 0. */
  readonly index: number;
  /** The message, as the source returned it. */
  readonly message: Message;
  /** The identifier of the message, whether it was sent or not; undefined if the message is not an object. */
  readonly id: string | undefined;
}

/** A message of `messages.sendMany` that is queued. */
export interface MessageQueued<Message, Safe extends SafeResend = false> extends MessageOutcomeBase<Message> {
  /** Whether this run queued it. */
  readonly status: QueuedStatus;
  /** It is queued. */
  readonly ok: true;
  /** The queued message. */
  readonly queued: SentMessage<Safe>;
}

/** A message of `messages.sendMany` that this run did not queue, or whose outcome is unknown. */
export interface MessageFailed<Message> extends MessageOutcomeBase<Message> {
  /** What this means for the message. */
  readonly status: FailedStatus;
  /** This run did not queue it, except perhaps if the status is `unknown`. */
  readonly ok: false;
  /** The error. Messages of one request can share it. */
  readonly error: MessagingError;
}

/**
 * The outcome of one message of `messages.sendMany`. `JSON.stringify` writes all of it, for a file or a database: the error
 * becomes its name, message and public members.
 *
 * | status | the message is | what to do |
 * |---|---|---|
 * | `queued` | queued | record `queued.messageUuid` |
 * | `queued-before` | queued by an earlier run under the same `id` | record it |
 * | `refused` | not queued | fix the message |
 * | `not-sent` | not queued | send it later under the same `id` |
 * | `unknown` | perhaps queued | send it later under the same `id` |
 *
 * With `safeResend`, `ok` is also true for `queued-before`.
 */
export type MessageOutcome<Message = MessageOver<MessageDefaults>, Safe extends SafeResend = false> =
  | MessageQueued<Message, Safe>
  | MessageFailed<Message>;
