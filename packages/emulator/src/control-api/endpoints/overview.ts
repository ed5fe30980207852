import * as z from 'zod/mini';
import { Rejection } from '../../domain/state/rejection.ts';
import { doc } from '../../runtime/options/doc.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { bounds, instantParameter, limit } from '../queries.ts';
import { OBJECT_KINDS, relatedAnswer } from '../related/objects.ts';
import { relatedTo } from '../related/search.ts';
import { viewJob } from '../views/job.ts';
import { overviewAnswer, viewOverview } from '../views/overview.ts';
import { EXAMPLES, instant, text } from '../views/values.ts';

const overviewQuery = z.strictObject({
  since: doc(z.optional(instantParameter), 'Only what happened at this instant or later.', EXAMPLES.now),
});

const jobsAnswer = z.strictObject({
  jobs: doc(
    z.array(
      z.looseObject({
        id: text(
          'Kind and object of the job, such as `send-batch:` and a batch UUID.',
          `send-batch:${EXAMPLES.batch}`,
        ),
        dueAt: instant('When the job is due.'),
        kind: text('Kind of the job, such as `send-batch`.', 'attempt-webhook'),
      }),
    ),
    'The jobs of the part, by the time at which they are due.',
  ),
});

const relatedQuery = z.strictObject({
  kind: doc(z.enum(OBJECT_KINDS), 'The kind of the object.', 'message'),
  id: doc(
    z.string(),
    'Identifies the object: a UUID, a number of a request, a phone number, or what a list calls `id` or `seq`.',
    EXAMPLES.message,
  ),
});

/** What concerns several kinds of objects. */
export const OVERVIEW_ENDPOINTS: readonly Endpoint[] = [
  endpoint('getOverview', 'GET /overview', {
    tag: 'inspector',
    description:
      'Counts failures: failed messages by code, refused calls by error, webhooks without status 200 by receiver, and accounts that run out of credits.',
    query: overviewQuery,
    answer: overviewAnswer,
    run: ({ service, query: { since } }) => viewOverview(service, since ?? 0),
  }),
  endpoint('listJobs', 'GET /jobs', {
    tag: 'inspector',
    description: 'Lists pending jobs, the next due first.',
    query: z.strictObject({ limit }),
    answer: jobsAnswer,
    run: ({ service: { core }, query }) => ({
      jobs: core.agenda
        .upcoming(bounds(query).limit)
        .map(({ dueAt, job }) => viewJob(core.state, dueAt, job)),
    }),
  }),
  endpoint('listRelated', 'GET /related', {
    tag: 'inspector',
    description:
      'Lists the objects that an object is related to: requests, batches, messages, phones, accounts, changes of credits, webhooks and pending jobs.',
    query: relatedQuery,
    answer: relatedAnswer,
    refusals: ['not_found'],
    run: ({ service, query: { kind, id } }) => {
      const related = relatedTo(service, kind, kind === 'job' ? id : id.toLowerCase());
      if (related === undefined) throw new Rejection('not_found', `There is no ${kind} ${id}.`);
      return { related };
    },
  }),
];
