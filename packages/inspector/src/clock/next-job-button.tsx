import type { JobView } from '../api/types.ts';
import { useResource } from '../live/use-resource.ts';
import { describeJob } from './agenda.ts';
import { advanceTo, useIsMoving } from './clock-moves.tsx';
import { stopAdvance, useIsAdvancing } from './running-advance.tsx';

/** Advances the clock to the next job, and stops an advance that takes long. It is in the header, so that every view has it. */
export function NextJobButton() {
  // Jobs come from facts. Every view has the button, so it makes no call for other changes.
  const { data } = useResource<{ jobs: readonly JobView[] }>('/jobs?limit=1', {
    changesWith: ({ seq }) => seq,
  });
  const isMoving = useIsMoving();
  const next = data?.jobs[0];
  if (useIsAdvancing()) {
    return (
      <button type="button" class="small danger" onClick={() => void stopAdvance()}>
        Stop<span class="visually-hidden"> the advance of the clock</span>
      </button>
    );
  }
  return (
    <button
      type="button"
      class="small next-job"
      disabled={next === undefined || isMoving}
      aria-busy={isMoving}
      title={next === undefined ? 'No job is due' : `${describeJob(next)}, due ${next.dueAt}`}
      onClick={() => next !== undefined && void advanceTo(next.dueAt)}
    >
      Next job
    </button>
  );
}
