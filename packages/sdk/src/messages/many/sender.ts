import type { CallPromise } from '../../call/call-promise.ts';
import type { Redact } from '../../errors/redact.ts';
import type { SafeResend } from '../../options/options.ts';
import type { SendMessagesOptions } from '../message-request.ts';
import type { SentMessages } from '../sent-message.ts';

/** Details of a request with the messages of a source. */
export interface SendDetails {
  /** Whether the client has generated the identifiers of the messages. */
  readonly ownIds?: boolean;
  /** Ends the wait for another attempt. */
  readonly stopRetries?: AbortSignal;
}

/** The part of the client that sending many messages needs. */
export interface ManySender {
  /** `messages.send`, with details that callers cannot pass. */
  readonly send: (
    request: unknown,
    options?: SendMessagesOptions<SafeResend>,
    details?: SendDetails,
  ) => CallPromise<SentMessages>;
  /** The client's own. */
  readonly safeResend: SafeResend;
  readonly redact: Redact;
}
