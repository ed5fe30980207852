import { formatTimestamp } from '@messaging-service/contract';
import type { Job } from '../../domain/state/jobs.ts';
import { mustGet, type State } from '../../domain/state/state.ts';
import { phoneOf } from './delivery.ts';

/** The messages of a job. */
interface JobMessages {
  readonly messages: number;
  /** The destination and the text of the first one. */
  readonly to: string;
  readonly text: string;
}

/** A job in `GET /jobs`. */
export type JobView = {
  /** Its kind and its object, such as `send-batch:<batch UUID>`. */
  readonly id: string;
  readonly dueAt: string;
} & (
  | ({ readonly kind: 'send-batch'; readonly batchUuid: string } & JobMessages)
  | ({ readonly kind: 'resolve-messages'; readonly delivered: boolean } & JobMessages)
  | {
      readonly kind: 'attempt-webhook';
      readonly deliveryId: string;
      readonly url: string;
      readonly attempt: number;
      /** The phone that the webhook is about; null for a warning about credits. */
      readonly to: string | null;
    }
  | { readonly kind: 'run-schedule'; readonly accountUuid: string; readonly name: string }
);

/** Identifies a pending job: its kind and its object. Results are identified by the first of their messages. */
export function jobId(job: Job): string {
  switch (job.kind) {
    case 'send-batch':
      return `send-batch:${job.batchUuid}`;
    case 'resolve-messages':
      return `resolve-messages:${job.messageUuids[0]}`;
    case 'attempt-webhook':
      return `attempt-webhook:${job.deliveryId}`;
    case 'run-schedule':
      return `run-schedule:${job.accountUuid}`;
  }
}

/** A job with the most important detail. */
export function viewJob(state: State, due: number, job: Job): JobView {
  const id = jobId(job);
  const dueAt = formatTimestamp(due);
  switch (job.kind) {
    case 'send-batch': {
      const { uuid: batchUuid, messages, body: text } = mustGet(state.batches, job.batchUuid);
      const to = messages[0]?.to ?? '';
      return { id, dueAt, kind: job.kind, batchUuid, messages: messages.length, to, text };
    }
    case 'resolve-messages': {
      const { kind, delivered, messageUuids } = job;
      const first = state.messages.get(messageUuids[0] ?? '');
      const [to, text] = [first?.to ?? '', first?.batch.body ?? ''];
      return { id, dueAt, kind, delivered, messages: messageUuids.length, to, text };
    }
    case 'attempt-webhook': {
      const delivery = mustGet(state.deliveries, job.deliveryId);
      const { id: deliveryId, url, attempts } = delivery;
      const to = phoneOf(state, delivery);
      return { id, dueAt, kind: job.kind, deliveryId, url, attempt: attempts.length + 1, to };
    }
    case 'run-schedule': {
      const { uuid: accountUuid, name } = mustGet(state.accounts, job.accountUuid);
      return { id, dueAt, kind: job.kind, accountUuid, name };
    }
  }
}

/** A job in words. */
export function jobText(state: State, job: Job): string {
  switch (job.kind) {
    case 'send-batch':
      return 'send the batch';
    case 'resolve-messages':
      return job.delivered ? 'deliver' : 'fail';
    case 'attempt-webhook':
      return `webhook attempt ${(state.deliveries.get(job.deliveryId)?.attempts.length ?? 0) + 1}`;
    case 'run-schedule':
      return 'run the schedule';
  }
}
