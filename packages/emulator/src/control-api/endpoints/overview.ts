import * as z from 'zod/mini';
import { Rejection } from '../../domain/state/rejection.ts';
import { doc } from '../../runtime/options/doc.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { bounds, instantParameter, limit } from '../queries.ts';
import { OBJECT_KINDS } from '../related/objects.ts';
import { relatedTo } from '../related/search.ts';
import { accountUuid, count, EXAMPLES, instant, statusOrNull, text, textOrNull } from '../values.ts';
import { viewJob } from '../views/job.ts';
import { viewOverview } from '../views/overview.ts';

const overviewQuery = z.strictObject({
  since: doc(z.optional(instantParameter), 'Only what happened at this instant or later.', EXAMPLES.now),
});

const failures = count('How many there are.', 3);

const overviewAnswer = z.strictObject({
  failed: doc(
    z.array(
      z.strictObject({
        code: text('Receipt code: 1 to 8 hexadecimal characters, such as `22`.', '22'),
        description: text('Description of the receipt code.', 'No response from the handset'),
        count: failures,
      }),
    ),
    'Messages that failed, by receipt code.',
  ),
  refused: doc(
    z.array(
      z.strictObject({
        status: statusOrNull('Status of the response; null if a fault cut the connection.', 400),
        code: textOrNull('Error code of the service; null without one.', 'invalid_request'),
        count: failures,
      }),
    ),
    'Calls that were refused, by error code.',
  ),
  webhooks: doc(
    z.array(
      z.strictObject({
        url: text('URL that the webhook is sent to.', 'https://example.com/webhooks'),
        status: statusOrNull('Status of the response; null if there was none.', 500),
        count: failures,
      }),
    ),
    'Webhooks whose latest attempt had no response with status 200, by receiver.',
  ),
  accounts: doc(
    z.array(
      z.strictObject({
        identifier: doc(z.string(), 'Account UUID.', EXAMPLES.account),
        name: text('Account name: 1 to 200 characters.', 'checkout'),
        credits: doc(z.number(), 'Credits that the account can still spend.', 10),
      }),
    ),
    'Accounts with at most 10 credits to spend.',
  ),
  exhausted: doc(
    z.strictObject({
      count: failures,
      numbers: doc(z.array(z.string()), 'At most three of the numbers.', [EXAMPLES.handset]),
    }),
    'Numbers for which every shared sender is locked.',
  ),
  rates: doc(
    z.array(
      z.strictObject({
        at: instant('When the span begins.'),
        queued: count('Messages that were queued in this span.', 3),
        failed: count('Messages that failed in this span.', 1),
      }),
    ),
    'Equal spans of time up to now, oldest first; none before the first message.',
  ),
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

const relatedAnswer = z.strictObject({
  related: doc(
    z.array(
      z.strictObject({
        kind: doc(z.enum(OBJECT_KINDS), 'Kind of the objects.', 'request'),
        objects: doc(
          z.array(
            z.strictObject({
              id: text('Identifier of the object.', EXAMPLES.message),
              text: text('Description for users.', '1 message to +447700900123'),
              at: doc(z.optional(z.string()), 'When credits changed, or when a job is due.', EXAMPLES.now),
              accountUuid: doc(
                z.optional(accountUuid),
                'The account of a change of credits.',
                EXAMPLES.account,
              ),
            }),
          ),
          'The objects of this kind, at most ten.',
        ),
        isCut: doc(z.boolean(), 'Whether there may be more than the ten that are returned.', true),
      }),
    ),
    'The related objects by kind.',
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
