import type { AddMessageResponse, QueuedMessage } from '@messaging-service/contract';
import type { CallPromise } from '../call-promise.ts';
import type { OutboundMessage, SendMessagesOptions } from '../message-request.ts';
import type { Progress } from '../progress.ts';
import type { Redact } from '../redact.ts';

/** What those who send for others know of a request. */
export interface SendDetails {
  /** Where to keep how far it has come. */
  readonly progress?: Progress;
  /** Whether the client has made the identifiers that are in it. */
  readonly madeIds?: boolean;
  /** Ends its wait for another attempt. */
  readonly stopRetries?: AbortSignal;
}

/** What sending many messages takes of the client. */
export interface Sender {
  /** `messages.send`; it may be told more than a caller can say. */
  readonly send: (
    request: unknown,
    options?: SendMessagesOptions,
    more?: SendDetails,
  ) => CallPromise<AddMessageResponse>;
  readonly generateIds: boolean;
  readonly redact: Redact;
}

/** `messages.sendOne`. */
export type SendOne = (message: OutboundMessage, options?: SendMessagesOptions) => CallPromise<QueuedMessage>;
