import type { JobView } from '../api/types.ts';
import { count, plural } from '../format.ts';
import type { JobGroup } from './agenda.ts';

/** A job as a sentence. */
export function describeJob(job: JobView): string {
  switch (job.kind) {
    case 'send-batch':
      return `Send ${plural(job.messages, 'scheduled message')}`;
    case 'resolve-messages':
      return `${job.delivered ? 'Deliver' : 'Fail'} ${plural(job.messages, 'message')}`;
    case 'attempt-webhook':
      return `Attempt ${job.attempt} at a webhook to ${job.url}`;
    case 'run-schedule':
      return `Run the schedule of ${job.name}`;
  }
}

/** Jobs of one group as a sentence. */
export function describeGroup({ jobs }: JobGroup): string {
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
