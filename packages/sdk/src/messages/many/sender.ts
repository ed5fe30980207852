import type { AddMessageResponse, QueuedMessage } from '@messaging-service/contract';
import type { CallPromise } from '../../call/call-promise.ts';
import type { Redact } from '../../errors/redact.ts';
import type { OutboundMessage, SendMessagesOptions } from '../message-request.ts';

/** Details of a request that carries the messages of several calls or of a source. */
export interface SendDetails {
  /** Whether the client has made the identifiers of the messages. */
  readonly ownIds?: boolean;
  /** Ends the wait for another attempt. */
  readonly stopRetries?: AbortSignal;
}

/** Everything that sending many messages needs of the client. */
export interface Sender {
  /** `messages.send`, with details that callers cannot pass. */
  readonly send: (
    request: unknown,
    options?: SendMessagesOptions,
    details?: SendDetails,
  ) => CallPromise<AddMessageResponse>;
  readonly generateIds: boolean;
  readonly redact: Redact;
}

/** `messages.sendOne`. */
export type SendOne = (message: OutboundMessage, options?: SendMessagesOptions) => CallPromise<QueuedMessage>;
