import type { ReceiptInfo } from '@messaging-service/contract';
import type { DecidedBy } from './decided-by.ts';
import type { Fact } from './facts.ts';
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
      /** What decided it, if it was not what decided at the hand-over. */
      readonly decidedBy?: DecidedBy | undefined;
    }
  | {
      readonly kind: 'attempt-webhook';
      readonly deliveryId: string;
      /** Whether a user or a test requested the attempt, in addition to the planned ones. EMU-28. */
      readonly byHand?: true | undefined;
    }
  | { readonly kind: 'run-schedule'; readonly accountUuid: string; readonly version: number };

/**
 * Whether a job has lost its object: its batch was cancelled, its schedule changed, its messages were resolved by hand,
 * its webhook was accepted after an attempt by hand.
 * This function alone decides which jobs no longer count. The agenda skips these, so that the functions of jobs need not
 * check, and it forgets them soon after facts that may have made them stale.
 */
export function isStale(state: State, job: Job): boolean {
  switch (job.kind) {
    case 'send-batch':
      return state.batches.get(job.batchUuid)?.seq !== job.seq;
    case 'resolve-messages':
      return job.messageUuids.every((uuid) => state.messages.get(uuid)?.state !== 'sent');
    case 'attempt-webhook': {
      const delivery = state.deliveries.get(job.deliveryId);
      return job.byHand === true ? delivery === undefined : delivery?.state !== 'pending';
    }
    case 'run-schedule': {
      const account = state.accounts.get(job.accountUuid);
      return account === undefined || account.scheduleVersion !== job.version;
    }
  }
}

/** Whether the time of a job is a delay after an event, such as the next attempt at a webhook, and not a time that a caller chose. */
export function isDelayed({ kind }: Job): boolean {
  return kind === 'resolve-messages' || kind === 'attempt-webhook';
}

/** The facts that can make a job stale. */
const ENDS_JOBS: ReadonlySet<Fact['type']> = new Set([
  'batch-cancelled',
  'account-edited',
  'account-deactivated',
  'message-delivered',
  'message-failed',
  'webhook-attempted',
] as const);

/** Whether a job may be stale after a fact. */
export function mayEndJob({ type }: Fact): boolean {
  return ENDS_JOBS.has(type);
}
