import { visible } from '@messaging-service/text';
import type { JobView } from '../api/types.ts';
import { count, plural } from '../format.ts';
import { capitalized } from '../values.ts';

/** Jobs that belong together, the next due first. */
export type JobGroup = readonly [JobView, ...JobView[]];

/** Groups jobs by the second in which they are due: a system clock gives each of them another millisecond. */
export function instantsOf(jobs: readonly JobView[]): JobGroup[] {
  return groupBy(jobs, ({ dueAt }) => dueAt.slice(0, 'yyyy-mm-ddThh:mm:ss'.length));
}

/** Groups jobs by their object: the attempts at webhooks to one address, or the results of one outcome. */
export function groupJobs(jobs: readonly JobView[]): JobGroup[] {
  return groupBy(jobs, (job) => {
    switch (job.kind) {
      case 'send-batch':
        return `${job.kind}:${job.batchUuid}`;
      case 'attempt-webhook':
        return `${job.kind}:${job.url}`;
      case 'run-schedule':
        return `${job.kind}:${job.accountUuid}`;
      case 'resolve-messages':
        return `${job.kind}:${job.delivered}`;
    }
  });
}

function groupBy(jobs: readonly JobView[], keyOf: (job: JobView) => string): JobGroup[] {
  return [...Map.groupBy(jobs, keyOf).values()] as unknown as JobGroup[];
}

/** Jobs of one object as a sentence. */
export function describeGroup(jobs: JobGroup): string {
  const [first, ...others] = jobs;
  if (others.length === 0) return describeJob(first);
  switch (first.kind) {
    case 'attempt-webhook':
      return `Retry ${plural(jobs.length, 'webhook')} to ${first.url}`;
    case 'resolve-messages': {
      const messages = jobs.reduce((sum, job) => sum + (job.kind === first.kind ? job.messages : 0), 0);
      return `${first.delivered ? 'Deliver' : 'Fail'} ${plural(messages, 'message')} at ${count(jobs.length)} times`;
    }
    default:
      return `${describeJob(first)}, ${count(jobs.length)} times`;
  }
}

/** A job as a sentence. */
export function describeJob({ does }: JobView): string {
  return capitalized(visible(does));
}
