import { formatTimestamp } from '@messaging-service/contract';
import * as z from 'zod/mini';
import type { Job } from '../../domain/state/jobs.ts';
import { type Delivery, type Message, mustGet, type State } from '../../domain/state/state.ts';
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

/** What a job is about. */
interface Subject {
  /** Identifies the job: its kind and its object. Results are identified by the first of their messages. */
  readonly id: string;
  /** The job in words. */
  readonly text: string;
  readonly accountUuid: string;
  /** The messages that it sends or resolves. */
  readonly messages: readonly Message[];
  readonly delivery?: Delivery;
}

/** Describes what a job is about. */
export function subjectOf(state: State, job: Job): Subject {
  switch (job.kind) {
    case 'send-batch': {
      const { uuid, accountUuid, messages } = mustGet(state.batches, job.batchUuid);
      return { id: `${job.kind}:${uuid}`, text: 'send the batch', accountUuid, messages };
    }
    case 'resolve-messages': {
      const messages = job.messageUuids.map((uuid) => mustGet(state.messages, uuid));
      const [{ uuid, batch }] = messages as [Message, ...Message[]];
      const text = job.delivered ? 'deliver' : 'fail';
      return { id: `${job.kind}:${uuid}`, text, accountUuid: batch.accountUuid, messages };
    }
    case 'attempt-webhook': {
      const delivery = mustGet(state.deliveries, job.deliveryId);
      const { id, accountUuid, attempts } = delivery;
      const text = `webhook attempt ${attempts.length + 1}`;
      return { id: `${job.kind}:${id}`, text, accountUuid, messages: [], delivery };
    }
    case 'run-schedule': {
      const { accountUuid } = job;
      return { id: `${job.kind}:${accountUuid}`, text: 'run the schedule', accountUuid, messages: [] };
    }
  }
}

/** A job with the most important detail. */
export function viewJob(state: State, { dueAt, job }: DueJob) {
  const { id, messages } = subjectOf(state, job);
  const due = { id, dueAt: formatTimestamp(dueAt) };
  const shown = { messages: messages.length, to: messages[0]?.to ?? '', text: messages[0]?.batch.body ?? '' };
  switch (job.kind) {
    case 'send-batch':
      return { ...due, kind: job.kind, batchUuid: job.batchUuid, ...shown };
    case 'resolve-messages':
      return { ...due, kind: job.kind, delivered: job.delivered, ...shown };
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
