import type { AddMessageResponse, QueuedMessage } from '@messaging-service/contract';
import type { CallPromise } from '../call-promise.ts';
import type { OutboundMessage, SendMessagesOptions } from '../message-request.ts';
import type { Progress } from '../progress.ts';
import type { Redact } from '../redact.ts';

/** What sending many messages takes of the client. */
export interface Sender {
  /** `messages.send`; it may be told where to keep how far it has come. */
  readonly send: (
    request: unknown,
    options?: SendMessagesOptions,
    progress?: Progress,
  ) => CallPromise<AddMessageResponse>;
  readonly generateIds: boolean;
  readonly redact: Redact;
}

/** `messages.sendOne`. */
export type SendOne = (message: OutboundMessage, options?: SendMessagesOptions) => CallPromise<QueuedMessage>;
