import { type Channel, formatTimestamp } from '@messaging-service/contract';
import { type Batch, countIn } from '../../domain/state/state.ts';
import type { RequestLog } from '../../public-api/request-log.ts';
import { requestOf } from './request.ts';

/** `GET /batches/{id}`: the values that the messages of a batch share, and how many of them are in each state. */
export interface BatchView {
  readonly batchUuid: string;
  readonly accountUuid: string;
  readonly from: string;
  readonly body: string;
  /** Units of each message. */
  readonly units: number;
  readonly channels: readonly Channel[];
  readonly callback: string | null;
  readonly queuedAt: string;
  readonly sendAt: string | null;
  /** Whether it waits for its time, so that it can be cancelled. */
  readonly pending: boolean;
  readonly counts: {
    readonly total: number;
    readonly delivered: number;
    readonly failed: number;
    /** Neither delivered nor failed. */
    readonly open: number;
  };
  /** The call that created it; null when the log no longer has it. */
  readonly requestId: number | null;
}

/** A batch as the control API returns it. */
export function viewBatch(batch: Batch, requests: RequestLog): BatchView {
  const { uuid, accountUuid, from, body, units, channels, callback, queuedAt, sendAt, pending } = batch;
  const { messages } = batch;
  const total = messages.length;
  const delivered = countIn(messages, 'delivered');
  const failed = countIn(messages, 'failed');
  return {
    batchUuid: uuid,
    accountUuid,
    from,
    body,
    units,
    channels,
    callback: callback ?? null,
    queuedAt: formatTimestamp(queuedAt),
    sendAt: sendAt === undefined ? null : formatTimestamp(sendAt),
    pending,
    counts: { total, delivered, failed, open: total - delivered - failed },
    requestId: requestOf(requests, batch)?.id ?? null,
  };
}
