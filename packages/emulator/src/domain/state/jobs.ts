import type { ReceiptInfo } from '@messaging-service/contract';
import type { State } from './state.ts';

/** The jobs to run at a time: plain data, named in the imperative; pending jobs are part of a snapshot. */
export type Job =
  | {
      readonly kind: 'send-batch';
      readonly batchUuid: string;
      /** Distinguishes the batch from a cancelled one with the same identifier. */
      readonly seq: number;
    }
  | {
      readonly kind: 'resolve-messages';
      readonly messageUuids: readonly string[];
      readonly delivered: boolean;
      readonly receipt: ReceiptInfo;
    }
  | {
      readonly kind: 'attempt-webhook';
      readonly deliveryId: string;
      /** The number of attempts before this one: an attempt made by hand replaces it. Default: it is not replaced. */
      readonly after?: number;
    }
  | { readonly kind: 'run-schedule'; readonly accountUuid: string; readonly version: number };

/**
 * Whether a job has lost its object: its batch was cancelled, its schedule changed, its messages were resolved by hand,
 * its webhook was attempted by hand.
 * Jobs are never removed from the agenda. This function alone decides which of them no longer count; the agenda skips
 * these, so that the functions of jobs need not check.
 */
export function isStale(state: State, job: Job): boolean {
  switch (job.kind) {
    case 'send-batch':
      return state.batches.get(job.batchUuid)?.seq !== job.seq;
    case 'resolve-messages':
      return job.messageUuids.every((uuid) => state.messages.get(uuid)?.state !== 'sent');
    case 'attempt-webhook': {
      const delivery = state.deliveries.get(job.deliveryId);
      if (delivery?.state !== 'pending') return true;
      return job.after !== undefined && job.after !== delivery.attempts.length;
    }
    case 'run-schedule': {
      const account = state.accounts.get(job.accountUuid);
      return account === undefined || account.scheduleVersion !== job.version;
    }
  }
}
