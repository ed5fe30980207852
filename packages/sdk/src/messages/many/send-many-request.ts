import type { QueuedMessage } from '@messaging-service/contract';
import type { MessagingError } from '../../errors/messaging-error.ts';
import type {
  MessageDefaults,
  MessageOver,
  SendMessagesOptions,
  SendMessagesRequest,
} from '../message-request.ts';

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
 */
export interface SendManyOptions<Defaults extends MessageDefaults = MessageDefaults>
  extends SendMessagesOptions {
  /** Values for every message that does not set them; no `id`, of which each message needs its own. */
  defaults?: SendMessagesRequest<Defaults>['defaults'];
  /**
   * How many messages share a request. The service takes all of a request or nothing, so that a smaller one has less
   * to divide when a message is refused, and less to doubt when an answer is lost. Default: 100.
   */
  chunkSize?: number | undefined;
  /** How many requests are under way at once. Default: 4. */
  concurrency?: number | undefined;
  /** Is told how far it has come, whenever the outcomes of a chunk are known, before they are given. */
  onProgress?: ((progress: SendManyProgress) => void) | undefined;
  /**
   * Stops it: nothing more is read from the source or sent. Requests under way are not broken off, since nobody would
   * know what became of their messages; one that was refused and waits to be tried again is given up. Once the outcomes of all messages that were read have been given, the
   * iteration ends with an `AbortError`.
   */
  signal?: AbortSignal | undefined;
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
export interface MessageQueued<Message> extends MessageOutcomeBase<Message> {
  /** It was queued. */
  readonly ok: true;
  /** The queued message. */
  readonly queued: QueuedMessage;
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
export type MessageOutcome<Message = MessageOver<MessageDefaults>> =
  | MessageQueued<Message>
  | MessageFailed<Message>;
