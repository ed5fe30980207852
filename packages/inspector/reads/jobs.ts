import { formatTimestamp } from '@messaging-service/contract';
import type { DueJob } from '@messaging-service/emulator/host';
import {
  DEFAULT_PAGE,
  type Endpoint,
  EXAMPLES,
  endpoint,
  instant,
  limit,
  mustGet,
  openList,
  type State,
  subjectOf,
  text,
  wordsOfJob,
} from '@messaging-service/emulator/host';
import * as z from 'zod/mini';

const jobsAnswer = z.strictObject({
  jobs: openList('The jobs of the part, by the time at which they are due.', {
    id: text(
      'Kind and object of the job, such as `send-batch:` and a batch UUID.',
      `send-batch:${EXAMPLES.batch}`,
    ),
    dueAt: instant('When the job is due.'),
    kind: text('Kind of the job, such as `send-batch`.', 'attempt-webhook'),
    does: text('What the job does, in the infinitive.', `send “Hello” to +${EXAMPLES.handset}`),
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

/** A job with the most important detail. */
export function viewJob(state: State, { dueAt, job }: DueJob) {
  const { id, messages } = subjectOf(state, job);
  const due = { id, dueAt: formatTimestamp(dueAt), does: wordsOfJob(state, job) };
  switch (job.kind) {
    case 'send-batch': {
      const { uuid: batchUuid, accountUuid } = mustGet(state.batches, job.batchUuid);
      return { ...due, kind: job.kind, batchUuid, accountUuid, messages: messages.length };
    }
    case 'resolve-messages':
      return { ...due, kind: job.kind, delivered: job.delivered, messages: messages.length };
    case 'attempt-webhook': {
      const { id: deliveryId, url } = mustGet(state.deliveries, job.deliveryId);
      return { ...due, kind: job.kind, deliveryId, url };
    }
    case 'run-schedule':
      return { ...due, kind: job.kind, accountUuid: job.accountUuid };
  }
}
