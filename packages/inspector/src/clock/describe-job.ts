import type { JobView } from '../api/types.ts';
import { count, numberText, plural, visible } from '../format.ts';
import type { JobGroup } from './agenda.ts';

/** Characters of a text that a job shows. */
const SHOWN = 40;

/** A job as a sentence. */
export function describeJob(job: JobView): string {
  switch (job.kind) {
    case 'send-batch':
      return `Send ${messagesText(job)}`;
    case 'resolve-messages':
      return `${job.delivered ? 'Deliver' : 'Fail'} ${messagesText(job)}`;
    case 'attempt-webhook': {
      const about = job.to === null ? '' : ` about ${numberText(job.to)}`;
      return `Attempt ${job.attempt} at a webhook to ${job.url}${about}`;
    }
    case 'run-schedule':
      return `Run the schedule of ${job.name}`;
  }
}

/** The messages of a job: the text and the number of the first, and how many others there are. */
function messagesText({
  messages,
  to,
  text,
}: Extract<JobView, { readonly to: string; readonly text: string }>): string {
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN).trimEnd()}…` : text;
  const others = messages === 1 ? '' : ` and ${plural(messages - 1, 'other')}`;
  return `“${visible(shown)}” to ${numberText(to)}${others}`;
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
