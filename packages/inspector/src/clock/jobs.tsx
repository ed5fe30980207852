import type { JobView } from '../api/types.ts';
import { CodeBlock } from '../components/code-block.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { spanOf } from '../format.ts';
import { useNow } from '../live/digest.ts';
import { useResource } from '../live/use-resource.ts';
import { href } from '../routing/route.ts';
import { describeJob } from './describe-job.ts';
import { advanceTo } from './move-clock.ts';

/** The jobs that are due next, with a button for each that advances the clock to it. */
export function Jobs() {
  const { data } = useResource<{ jobs: readonly JobView[] }>('/jobs?limit=50');
  const now = useNow();
  if (data === undefined) return null;
  return (
    <section class="panel" aria-labelledby="jobs">
      <h2 id="jobs">Next due</h2>
      {data.jobs.length === 0 ? (
        <EmptyState title="Nothing is due">
          <p>
            Messages with a send_at, receipts on their way, webhooks to be tried again and account schedules
            are here.
          </p>
          <CodeBlock label="Member of a message">{`"send_at": "${new Date(now + 3_600_000).toISOString().slice(0, 16)}Z"`}</CodeBlock>
        </EmptyState>
      ) : (
        <ol class="jobs">
          {data.jobs.map((job, index) => (
            <li key={index}>
              <span class="tabular">
                <Timestamp at={job.dueAt} />
              </span>
              <span class="dim tabular jobs-span">
                {Date.parse(job.dueAt) <= now ? 'now' : `in ${spanOf(Date.parse(job.dueAt) - now)}`}
              </span>
              <JobLink job={job} />
              <button type="button" class="small" onClick={() => void advanceTo(job.dueAt)}>
                Advance to here<span class="visually-hidden">: {describeJob(job)}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function JobLink({ job }: { readonly job: JobView }) {
  const text = describeJob(job);
  switch (job.kind) {
    case 'send-batch':
      return <a href={href('messages', { batch: job.batchUuid })}>{text}</a>;
    case 'attempt-webhook':
      return <a href={href('webhooks', { id: job.deliveryId })}>{text}</a>;
    case 'run-schedule':
      return <a href={href('accounts', { id: job.accountUuid })}>{text}</a>;
    case 'resolve-messages':
      return <span>{text}</span>;
  }
}
