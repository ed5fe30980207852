import type { BatchRequest as WireBatch } from '@messaging-service/contract';

/** One text for many destinations. spec.md, Batch (request body, add-batch). */
export interface BatchRequest extends Omit<WireBatch, 'at' | 'send_at'> {
  /**
   * When to send it: a `Date`, or ISO 8601, GMT unless it names an offset. More than 5 minutes ahead schedules the
   * batch; else it is sent at once. Written in both spellings of the specification. spec.md, Scheduling rule.
   */
  at?: Date | string | undefined;
  /** The other spelling of {@link BatchRequest.at}; when both are given they must agree. */
  send_at?: Date | string | undefined;
}
