import type { OutboundMessage as WireMessage } from '@messaging-service/contract';
import type { CallOptions, ResendOptions, SafeResend } from '../options/options.ts';

/** One message to send. spec.md, Message (request object, add-message). */
export interface OutboundMessage extends Omit<WireMessage, 'send_at'> {
  /**
   * When to send it: a `Date`, or ISO 8601, GMT unless it names an offset. More than 5 minutes ahead schedules the
   * message; else it is sent at once. spec.md, Scheduling rule.
   */
  send_at?: Date | string | undefined;
}

/** Values for every message that does not set them itself. spec.md, Merge rule. */
export type MessageDefaults = Partial<OutboundMessage>;

/** The members that defaults are sure to set: one that may be undefined may be left to the messages. */
type SetBy<Defaults> = {
  [Member in keyof Defaults]-?: undefined extends Defaults[Member] ? never : Member;
}[keyof Defaults];

/**
 * A message that is merged over defaults: what they set is optional in it, what they do not set stays required. Its
 * own values win. spec.md, Merge rule.
 */
export type MessageOver<Defaults> = Omit<OutboundMessage, SetBy<Defaults>> &
  Partial<Pick<OutboundMessage, SetBy<Defaults> & keyof OutboundMessage>>;

/** Makes a member that messages do not have an error, which an inferred type alone would let pass. */
type OnlyKnown<Defaults> = { [Member in Exclude<keyof Defaults, keyof OutboundMessage>]: never };

/**
 * The messages to send, and what they share. spec.md, Add-message request body.
 *
 * @typeParam Defaults - The type of `defaults`, which is inferred.
 */
export interface SendMessagesRequest<Defaults extends MessageDefaults = Record<never, never>> {
  /** The messages, at least one; each is merged over `defaults`. */
  messages: readonly MessageOver<NoInfer<Defaults>>[];
  /** Values for every message that does not set them. */
  defaults?: (Defaults & OnlyKnown<NoInfer<Defaults>>) | undefined;
}

/**
 * Options of `messages.send` and `messages.sendOne`.
 *
 * @typeParam Safe - The type of `safeResend`, which is inferred.
 */
export interface SendMessagesOptions<Safe extends SafeResend = false>
  extends CallOptions,
    ResendOptions<Safe> {
  /**
   * Only validate and answer: nothing is queued or charged. Written in both spellings of the specification, so that
   * no reading of it sends. Default: false. spec.md, Add message.
   */
  dryRun?: boolean | undefined;
}
