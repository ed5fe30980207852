import type { JobView } from '../api/types.ts';
import { useResource } from '../live/use-resource.ts';
import { describeJob } from './describe-job.ts';
import { advanceTo } from './move-clock.ts';

/** Advances the clock to the next job. It is in the header, so that every view has it. */
export function NextJobButton() {
  const { data } = useResource<{ jobs: readonly JobView[] }>('/jobs?limit=1');
  const next = data?.jobs[0];
  return (
    <button
      type="button"
      class="small next-job"
      disabled={next === undefined}
      title={next === undefined ? 'No job is due' : `${describeJob(next)}, due ${next.dueAt}`}
      onClick={() => next !== undefined && void advanceTo(next.dueAt)}
    >
      Next job
    </button>
  );
}
