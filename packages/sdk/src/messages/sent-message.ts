import type { OutboundMessage, QueuedMessage } from '@messaging-service/contract';
import type { SafeResend } from '../options/options.ts';

/**
 * A message that an earlier attempt of the same call queued; its response was lost: see `safeResend`. You get the values of
 * your request. The batch UUID, the shared sender ID and whether the message is scheduled were in the lost response, so
 * they are unknown.
 */
export interface AlreadyQueuedMessage
  extends Pick<OutboundMessage, 'to' | 'from' | 'body' | 'send_at' | 'callback' | 'channels'> {
  /** The service refused the repeated request because the message was queued before. */
  alreadyQueued: true;
  /** The message's own identifier, which is the `id` of the request. */
  messageUuid: string;
  /** The identifier of the request. */
  id: string;
  /** Unknown. */
  batchUuid?: undefined;
  /** Unknown. */
  scheduled?: undefined;
}

/** A queued message whose response was received. */
export interface ConfirmedMessage extends QueuedMessage {
  /** Not set: the response was received. */
  alreadyQueued?: undefined;
}

/**
 * The result of sending a message. Without `safeResend` it is a {@link QueuedMessage}. With it, check `alreadyQueued` before
 * you use values that only the response contains.
 *
 * @typeParam Safe - The option `safeResend` of the client or the call.
 */
export type SentMessage<Safe extends SafeResend = SafeResend> = Safe extends false
  ? QueuedMessage
  : ConfirmedMessage | AlreadyQueuedMessage;

/**
 * The result of sending messages.
 *
 * @typeParam Safe - The option `safeResend` of the client or the call.
 */
export interface SentMessages<Safe extends SafeResend = SafeResend> {
  /** The messages, in the order of the request: either all or none of them are already queued. */
  messages: SentMessage<Safe>[];
}

/** The body of a request. Each message has an identifier, which the client adds where the caller left it out. */
interface SentBody {
  readonly messages: readonly SentBodyMessage[];
  readonly defaults?: Partial<SentBodyMessage>;
}

type SentBodyMessage = Omit<AlreadyQueuedMessage, 'messageUuid' | 'alreadyQueued'>;

/** Describes the messages of a request that was processed before, from the body that was sent. */
export function describeAlreadyQueued(body: unknown): SentMessages {
  const { messages, defaults } = body as SentBody;
  return {
    messages: messages.map((message) => {
      const merged = { ...defaults, ...message };
      return { ...merged, messageUuid: merged.id, alreadyQueued: true };
    }),
  };
}
