import { formatTimestamp } from '@messaging-service/contract';
import * as z from 'zod/mini';
import type { Job } from '../../domain/state/jobs.ts';
import { mustGet, type State } from '../../domain/state/state.ts';
import { DEFAULT_PAGE } from '../../domain/views/list-window.ts';
import type { DueJob } from '../../runtime/core/agenda.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { limit } from '../queries.ts';
import { EXAMPLES, instant, openList, text } from '../values.ts';
import { phoneOf } from './webhooks.ts';

const jobsAnswer = z.strictObject({
  jobs: openList('The jobs of the part, by the time at which they are due.', {
    id: text(
      'Kind and object of the job, such as `send-batch:` and a batch UUID.',
      `send-batch:${EXAMPLES.batch}`,
    ),
    dueAt: instant('When the job is due.'),
    kind: text('Kind of the job, such as `send-batch`.', 'attempt-webhook'),
  }),
});

/** Pending jobs. */
export const JOB_ENDPOINTS: readonly Endpoint[] = [
  endpoint('listJobs', 'GET /jobs', {
    tag: 'inspector',
    description: 'Lists pending jobs, the next due first.',
    query: z.strictObject({ limit }),
    answer: jobsAnswer,
    run: ({ service: { core }, query: { limit: most = DEFAULT_PAGE } }) => ({
      jobs: core.agenda.upcoming(most).map((due) => viewJob(core.state, due)),
    }),
  }),
];

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
export function viewJob(state: State, { dueAt, job }: DueJob) {
  const due = { id: jobId(job), dueAt: formatTimestamp(dueAt) };
  switch (job.kind) {
    case 'send-batch': {
      const { uuid: batchUuid, messages, body } = mustGet(state.batches, job.batchUuid);
      const to = messages[0]?.to ?? '';
      return { ...due, kind: job.kind, batchUuid, messages: messages.length, to, text: body };
    }
    case 'resolve-messages': {
      const { kind, delivered, messageUuids } = job;
      const first = state.messages.get(messageUuids[0] ?? '');
      const shown = { to: first?.to ?? '', text: first?.batch.body ?? '' };
      return { ...due, kind, delivered, messages: messageUuids.length, ...shown };
    }
    case 'attempt-webhook': {
      const delivery = mustGet(state.deliveries, job.deliveryId);
      const { id: deliveryId, url, attempts } = delivery;
      const to = phoneOf(state, delivery);
      return { ...due, kind: job.kind, deliveryId, url, attempt: attempts.length + 1, to };
    }
    case 'run-schedule': {
      const { uuid: accountUuid, name } = mustGet(state.accounts, job.accountUuid);
      return { ...due, kind: job.kind, accountUuid, name };
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
