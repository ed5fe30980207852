import type { JobView } from '../api/types.ts';
import { plural } from '../format.ts';

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
