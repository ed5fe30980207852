import type {
  Channel,
  CustomSender,
  OpenEnum,
  SharedSender,
  OutboundMessage as WireMessage,
} from '@messaging-service/contract';
import type { TimeInput } from '../call/values.ts';
import type { CallOptions, ResendOptions, SafeResend } from '../options/options.ts';

/** The sender of a message: a sender ID that the account owns, or one from the service's shared pool. */
export type Sender = CustomSender | SharedSender;

/**
 * One message to send.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const client = createMessagingClient(optionsFromEnvironment());
 * await client.messages.sendOne({
 *   to: '447700900123',
 *   from: { type: 'shared' },
 *   body: 'See you at nine',
 *   channels: ['rcs', 'sms'],
 *   send_at: new Date('2030-01-01T08:00Z'),
 * });
 * ```
 */
export interface OutboundMessage extends Omit<WireMessage, 'from' | 'channels' | 'send_at'> {
  /** The sender ID: one that the account owns, or one of the service's shared ones. */
  from: Sender;
  /** Channels to try, in order of priority; the service's default is `sms`. */
  channels?: readonly Channel[] | undefined;
  /**
   * When to send it: a `Date`, a `Temporal.Instant` or `Temporal.ZonedDateTime`, or ISO 8601, GMT unless it names an offset.
   * A time more than 5 minutes ahead schedules the message; otherwise it is sent immediately.
   */
  send_at?: TimeInput | undefined;
}

/**
 * One message of a client with the option `unknownValues: 'ignore'`: types of senders and channels are open, for a service
 * that has more of them than this version knows.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const { messages } = createMessagingClient({
 *   ...optionsFromEnvironment(),
 *   unknownValues: 'ignore',
 * });
 * // This service does not have the type, so it refuses the request.
 * const from = { type: 'alphanumeric', value: 'Clinic' };
 * await messages
 *   .sendOne({ to: '447700900123', from, body: 'See you at nine', channels: ['whatsapp', 'sms'] })
 *   .catch((error: Error) => console.log(error.name)); // InvalidRequestError
 * ```
 */
export interface OpenMessage extends Omit<OutboundMessage, 'from' | 'channels'> {
  /** The sender ID. Its type is one of this version, or a newer one. */
  from: Sender | { type: string & {}; value?: string | undefined };
  /** Channels to try, in order of priority: those of this version, or newer ones. */
  channels?: readonly OpenEnum<Channel>[] | undefined;
}

/** Values for every message that does not set them itself. */
export type MessageDefaults = Partial<OutboundMessage>;

/** The members that the defaults certainly set, which excludes members that may be undefined. */
type SetBy<Defaults> = {
  [Member in keyof Defaults]-?: undefined extends Defaults[Member] ? never : Member;
}[keyof Defaults];

/**
 * A message that is merged over defaults. Members that the defaults set are optional, the others stay required. The values of
 * the message take precedence.
 */
export type MessageOver<Defaults> = Omit<OutboundMessage, SetBy<Defaults>> &
  Partial<Pick<OutboundMessage, SetBy<Defaults> & keyof OutboundMessage>>;

/** Makes unknown members an error, which an inferred type alone would allow. */
type OnlyKnown<Defaults> = { [Member in Exclude<keyof Defaults, keyof OutboundMessage>]: never };

/**
 * The messages to send, and the values that they share.
 *
 * @typeParam Defaults - The type of `defaults`, which is inferred.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const client = createMessagingClient(optionsFromEnvironment());
 * await client.messages.send({
 *   defaults: { from: { type: 'shared' }, callback: 'https://example.com/receipts' },
 *   messages: [
 *     { to: '447700900123', body: 'See you at nine' },
 *     { to: '447700900124', body: 'See you at ten' },
 *   ],
 * });
 * ```
 */
export interface SendMessagesRequest<Defaults extends MessageDefaults = MessageDefaults> {
  /** The messages, at least one; each is merged over `defaults`. */
  messages: readonly MessageOver<NoInfer<Defaults>>[];
  /** Values for every message that does not set them. */
  defaults?: (Defaults & OnlyKnown<NoInfer<Defaults>>) | undefined;
}

/**
 * Options of `messages.send` and `messages.sendOne`.
 *
 * @typeParam Safe - The type of `safeResend`, which is inferred.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const client = createMessagingClient(optionsFromEnvironment());
 * const message = { to: '447700900123', from: { type: 'shared' }, body: 'Your table is ready' } as const;
 * await client.messages.sendOne(message, { dryRun: true });
 * ```
 */
export interface SendMessagesOptions<Safe extends SafeResend = false>
  extends CallOptions,
    ResendOptions<Safe> {
  /**
   * Only validates: nothing is queued or charged. The flag is written in both spellings that services know, so that none of
   * them sends. Default: false. See MSG-9 and API-7.
   */
  dryRun?: boolean | undefined;
}
