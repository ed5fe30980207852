import { formatTimestamp } from '@messaging-service/contract';
import { nextRuns } from '../domain/rules/account-schedules.ts';
import type { Job } from '../domain/state/jobs.ts';
import { type Account, type Message, mustGet } from '../domain/state/state.ts';
import type { Policy } from '../domain/state/transaction.ts';
import type { DueJob } from '../runtime/core/agenda.ts';
import { deciderOf } from './deciders.ts';
import { subjectOf } from './job-subject.ts';
import { wordsOfJob } from './job-words.ts';
import type { Decider, ObjectReference, ReasonOf, ReasonSources } from './reason.ts';
import { accountReference, batchReference, messageReference, webhookReference } from './references.ts';

/** Why a job is pending. */
export function jobReason({ core: { state, policy } }: ReasonSources, { dueAt, job }: DueJob): ReasonOf {
  const until = formatTimestamp(dueAt);
  const { messages, delivery, accountUuid } = subjectOf(state, job);
  return {
    outcome: `waits until ${until} to ${wordsOfJob(state, job)}`,
    result: 'open',
    decidedBy: deciderOfJob(job, messages),
    explanation:
      job.kind === 'run-schedule'
        ? laterRuns(policy, mustGet(state.accounts, accountUuid), dueAt)
        : undefined,
    remedy: { text: 'Move the clock to its time.', action: 'advance', target: until },
    cause: causeOf(job, messages, delivery && webhookReference(delivery), () =>
      accountReference(mustGet(state.accounts, accountUuid)),
    ),
    until,
  };
}

/** Further times of a schedule that are named. */
const RUNS_NAMED = 4;

/** When the schedule of an account runs after its next time. */
function laterRuns(policy: Pick<Policy, 'nextRun'>, account: Account, dueAt: number): string | undefined {
  const runs = nextRuns(policy, account, dueAt, RUNS_NAMED).map((at) => formatTimestamp(at));
  return runs.length === 0 ? undefined : `It runs again at ${runs.join(', ')}.`;
}

function deciderOfJob(job: Job, [message]: readonly Message[]): Decider {
  switch (job.kind) {
    case 'send-batch':
      return { kind: 'request', text: 'the request, by its send_at' };
    case 'resolve-messages':
      return deciderOf(message?.decidedBy);
    case 'attempt-webhook':
      return job.byHand === true
        ? { kind: 'by-hand', text: 'a person or a test, by hand' }
        : { kind: 'plan', text: 'the plan of attempts' };
    case 'run-schedule':
      return { kind: 'schedule', text: 'the schedule of the account' };
  }
}

function causeOf(
  job: Job,
  [message]: readonly Message[],
  webhook: ObjectReference | undefined,
  account: () => ObjectReference,
): ObjectReference {
  if (webhook !== undefined) return webhook;
  if (message === undefined) return account();
  return job.kind === 'send-batch' ? batchReference(message.batch) : messageReference(message);
}
