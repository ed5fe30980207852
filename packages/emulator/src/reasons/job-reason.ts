import { formatTimestamp } from '@messaging-service/contract';
import type { Job } from '../domain/state/jobs.ts';
import { type Message, mustGet } from '../domain/state/state.ts';
import type { DueJob } from '../runtime/core/agenda.ts';
import { deciderOf } from './deciders.ts';
import { subjectOf } from './job-subject.ts';
import type { Decider, ObjectReference, ReasonOf, ReasonSources } from './reason.ts';
import { accountReference, batchReference, messageReference, webhookReference } from './references.ts';

/** Why a job is pending. */
export function jobReason({ core: { state } }: ReasonSources, { dueAt, job }: DueJob): ReasonOf {
  const until = formatTimestamp(dueAt);
  const { text, messages, delivery, accountUuid } = subjectOf(state, job);
  return {
    outcome: `waits until ${until} to ${wordsOf(job, text)}`,
    result: 'open',
    decidedBy: deciderOfJob(job, messages),
    remedy: { text: 'Move the clock to its time.', action: 'advance', target: until },
    cause: causeOf(job, messages, delivery && webhookReference(delivery), () =>
      accountReference(mustGet(state.accounts, accountUuid)),
    ),
    until,
  };
}

function wordsOf({ kind }: Job, text: string): string {
  return kind === 'attempt-webhook' ? `make ${text}` : text;
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
