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
 * The messages of `messages.sendMany`: an array, a generator, rows of a database as they arrive.
 *
 * @typeParam Defaults - The type of `defaults`, which is inferred from the options.
 */
export type MessageSource<Defaults extends MessageDefaults = MessageDefaults> =
  | Iterable<MessageOver<NoInfer<Defaults>>>
  | AsyncIterable<MessageOver<NoInfer<Defaults>>>;

/**
 * Options of `messages.sendMany`. Those of a call, such as `timeout`, are for each of its requests.
 *
 * @typeParam Defaults - The type of `defaults`, which is inferred.
 * @typeParam Safe - The type of `safeResend`, which is inferred.
 */
export interface SendManyOptions<
  Defaults extends MessageDefaults = MessageDefaults,
  Safe extends SafeResend = false,
> extends SendMessagesOptions<Safe> {
  /** Values for every message that does not set them; no `id`, of which each message needs its own. */
  defaults?: SendMessagesRequest<Defaults>['defaults'];
  /**
   * How many messages share a request. The service takes all of a request or nothing, so that a smaller one has less
   * to divide when a message is refused, and less to doubt when an answer is lost. Default: 100.
   */
  chunkSize?: number | undefined;
  /** How many requests are under way at once. Default: 4. */
  concurrency?: number | undefined;
  /**
   * How long the first message of a request may wait for others, in milliseconds, when the source is slow. Then the request
   * is sent with fewer messages than `chunkSize`. Default: 1000.
   */
  maxWait?: number | undefined;
  /**
   * How many messages are sent at most: a number for each second, or `{ messages, per }` with `per` in milliseconds. The
   * messages are spread evenly: requests hold fewer messages, and are sent about every 100 ms. Repeated attempts of a
   * request are not counted. Default: no limit.
   */
  rate?: number | SendRate | undefined;
  /**
   * Whether to stop, asked after each chunk whose request failed for a reason that is not its messages': a refused key, no
   * connection, 429, 5xx, a refusal of every message in the same words. When it returns true, nothing more is read from
   * the source or sent, and after the outcomes of all messages that were read, the iteration ends with a
   * `SendManyStoppedError`. `() => false` never stops.
   *
   * Default: stops after a refused key, and when more chunks in a row failed than are under way at once, at least 5.
   */
  stopWhen?: ((failure: SendManyFailure) => boolean) | undefined;
  /** Is told how far it has come, whenever the outcomes of a chunk are known, before they are given. */
  onProgress?: ((progress: SendManyProgress) => void) | undefined;
  /**
   * Stops it: nothing more is read from the source or sent. Requests under way are not broken off, since nobody would
   * know what became of their messages; one that was refused and waits to be tried again is given up. Once the outcomes
   * of all messages that were read have been given, the iteration ends with an `AbortError`.
   */
  signal?: AbortSignal | undefined;
}

/** A rate of `messages.sendMany`. */
export interface SendRate {
  /** How many messages are sent at most in a period: a whole number. */
  readonly messages: number;
  /** Length of the period, in milliseconds. */
  readonly per: number;
}

/** A chunk of `messages.sendMany` that failed for a reason that is not its messages'. */
export interface SendManyFailure {
  /** The error of its request. */
  readonly error: MessagingError;
  /** How many such chunks came one after the other, this one included. */
  readonly consecutive: number;
  /** How far it has come, this chunk included. */
  readonly progress: SendManyProgress;
}

/** How far `messages.sendMany` has come. */
export interface SendManyProgress {
  /** Messages whose outcome is known, all those before them included: `queued` and `failed` together. */
  readonly settled: number;
  /** Messages that were queued. */
  readonly queued: number;
  /** Messages that were not, or of which it is not known. */
  readonly failed: number;
}

/** What every outcome of `messages.sendMany` says of its message. */
export interface MessageOutcomeBase<Message> {
  /** Its position in the source, from 0. */
  readonly index: number;
  /** The message, as the source gave it. */
  readonly message: Message;
  /** The identifier it was sent under, or would have been; undefined when it has none. */
  readonly id: string | undefined;
}

/** A message of `messages.sendMany` that was queued. */
export interface MessageQueued<Message, Safe extends SafeResend = false> extends MessageOutcomeBase<Message> {
  /** It was queued. */
  readonly ok: true;
  /** The queued message. */
  readonly queued: SentMessage<Safe>;
}

/** A message of `messages.sendMany` that was not queued, or of which that is not known. */
export interface MessageFailed<Message> extends MessageOutcomeBase<Message> {
  /** It was not queued, unless the error has `maybeSent`. */
  readonly ok: false;
  /**
   * Why not. Messages may share an error. With `maybeSent` it may be queued nevertheless: sent again under its `id`, it
   * is then refused with `duplicate_id`.
   */
  readonly error: MessagingError;
}

/** How one message of `messages.sendMany` went. */
export type MessageOutcome<Message = MessageOver<MessageDefaults>, Safe extends SafeResend = false> =
  | MessageQueued<Message, Safe>
  | MessageFailed<Message>;
