import { useEffect, useState } from 'preact/hooks';
import { call } from '../api/control-api.ts';
import type { AdvanceResponse, JobView } from '../api/types.ts';
import { ActionButton } from '../components/action-button.tsx';
import { runAction } from '../components/notices.tsx';
import { dayOf, plural, timeOf } from '../format.ts';
import { useDigest } from '../live/digest.ts';
import { useResource } from '../live/use-resource.ts';
import { describeJob } from './agenda.ts';
import { advanceTo, useIsMoving } from './clock-moves.tsx';

/** Shorter advances are not shown: a button would change under the pointer of a user who clicks twice. */
const SHOWN_AFTER_MS = 700;

/** Whether a move of the clock, by any caller, has been running for a moment. */
function useIsAdvancing(): boolean {
  const { digest, connected } = useDigest();
  const isAdvancing = connected && digest?.advancing === true;
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isAdvancing) return undefined;
    const timer = setTimeout(() => setLong(true), SHOWN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isAdvancing]);
  return isAdvancing && isLong;
}

/** Ends the advance that is running at its present instant. A program that began it gets an error, a page a notice. */
export function stopAdvance(): Promise<unknown> {
  return runAction(() => call('DELETE', '/clock/advance'));
}

/** The advance that is running: where it is, where it ends, what it waits for, and a button that stops it. */
export function RunningAdvance() {
  const isAdvancing = useIsAdvancing();
  const { data } = useResource<AdvanceResponse>(isAdvancing ? '/clock/advance' : undefined);
  const advance = data?.advance ?? null;
  if (!isAdvancing || advance === null) return null;
  const { now, to, instants, waitingFor } = advance;
  return (
    <div class="running-advance">
      <div>
        <p role="status">
          {to === null ? 'The clock is running what is due.' : `Moving to ${instantText(to)}.`}
        </p>
        <p class="tabular">
          Now at <b>{instantText(now)}</b>, after {plural(instants, 'instant')}.
        </p>
        {waitingFor.length > 0 && <p>Waits for {waitingFor.join('; ')}.</p>}
      </div>
      <ActionButton class="danger" onAction={stopAdvance}>
        Stop the advance
      </ActionButton>
    </div>
  );
}

function instantText(at: string): string {
  return `${dayOf(at)}, ${timeOf(at)}`;
}

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
