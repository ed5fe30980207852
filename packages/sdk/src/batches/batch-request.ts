import type { Channel, OpenEnum, BatchRequest as WireBatch } from '@messaging-service/contract';
import type { TimeInput } from '../call/values.ts';

/**
 * One text for many destinations.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const client = createMessagingClient(optionsFromEnvironment());
 * await client.batches.send({
 *   from: 'DEMO',
 *   message: 'We open at nine tomorrow',
 *   destinations: ['447700900123', '447700900124'],
 *   at: new Date('2030-01-01T08:00Z'), // or `send_at`
 *   channel: 'rcs',
 *   fallback_channels: ['sms'],
 * });
 * ```
 */
export interface BatchRequest extends Omit<WireBatch, 'at' | 'send_at' | 'channel' | 'fallback_channels'> {
  /**
   * When to send it: a `Date`, a `Temporal.Instant` or `Temporal.ZonedDateTime`, or ISO 8601, GMT unless it names an offset.
   * A time more than 5 minutes ahead schedules the batch; otherwise it is sent immediately.
   */
  at?: TimeInput | undefined;
  /** Another name for {@link BatchRequest.at}. If you set both, they must be equal. See API-7. */
  send_at?: TimeInput | undefined;
  /** The channel to try first; the service's default is `sms`. */
  channel?: Channel | undefined;
  /** Channels to fall back to, in order of priority. */
  fallback_channels?: readonly Channel[] | undefined;
}

/** A batch of a client with the option `unknownValues: 'ignore'`: channels are open. */
export interface OpenBatchRequest extends Omit<BatchRequest, 'channel' | 'fallback_channels'> {
  /** The channel to try first: one of this version, or a newer one. */
  channel?: OpenEnum<Channel> | undefined;
  /** Channels to fall back to, in order of priority. */
  fallback_channels?: readonly OpenEnum<Channel>[] | undefined;
}
