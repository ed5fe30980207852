import { useEffect, useRef } from 'preact/hooks';
import type { JobView } from '../api/types.ts';
import { CodeBlock } from '../components/code-block.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Loaded } from '../components/loading.tsx';
import { Panel } from '../components/panel.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { count, spanOf } from '../format.ts';
import { useNow } from '../live/digest.ts';
import { useResource } from '../live/use-resource.ts';
import { ObjectLink } from '../objects/object-link.tsx';
import { Related } from '../objects/related.tsx';
import { Why } from '../objects/why.tsx';
import type { ObjectKind } from '../routing/objects.ts';
import { CancelBatch } from '../sending/cancel-batch.tsx';
import { describeGroup, describeJob, groupJobs, instantsOf, type JobGroup } from './agenda.ts';
import { advance, advanceTo, justBefore, useIsMoving } from './clock-moves.tsx';

const JOBS_READ = 200;

interface JobsProps {
  /** The job that is open. */
  readonly openId: string | undefined;
}

/** The jobs that are due next, grouped by what they belong to. The open one shows what it is about. */
export function Jobs({ openId }: JobsProps) {
  const jobs = useResource<{ jobs: readonly JobView[] }>(`/jobs?limit=${JOBS_READ}`);
  const isMissing = openId !== undefined && jobs.data?.jobs.every(({ id }) => id !== openId);
  return (
    <Panel title="Due next">
      {isMissing && <MissingJob id={openId} />}
      <Loaded resource={jobs} what="jobs">
        {(data) => (
          <>
            {data.jobs.length === 0 && <NoJobs />}
            <ol class="jobs">
              {instantsOf(data.jobs).map((instant) => (
                <Due due={instant} openId={openId} key={instant[0].id} />
              ))}
            </ol>
            {data.jobs.length === JOBS_READ && <p class="dim">The next {count(JOBS_READ)} jobs are shown.</p>}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

/** The objects of jobs by their kind. The results of several messages are identified by the first of them. */
const JOB_OBJECTS: Readonly<Record<string, ObjectKind>> = {
  'send-batch': 'batch',
  'resolve-messages': 'message',
  'attempt-webhook': 'webhook',
  'run-schedule': 'account',
};

/** A job that is not among the next ones: mostly, it has run. Its object has the result. */
function MissingJob({ id }: { readonly id: string }) {
  return (
    <p class="stale">
      This job has run, was cancelled, or is not among the next {count(JOBS_READ)}.{' '}
      {Object.entries(objectOf(id)).map(([kind, object]) => (
        <>
          Its {kind}: <ObjectLink kind={kind as ObjectKind} id={object} />
        </>
      ))}
    </p>
  );
}

/** The object of a job, by its kind. */
function objectOf(id: string): Partial<Record<ObjectKind, string>> {
  const [kind = '', object = ''] = id.split(/:(.*)/s);
  const about = JOB_OBJECTS[kind];
  return about === undefined ? {} : { [about]: object };
}

function NoJobs() {
  const now = useNow();
  return (
    <EmptyState title="Nothing is due">
      <p>
        This list shows messages with a send_at, pending receipts, webhooks to be retried and account
        schedules.
      </p>
      <CodeBlock label="Member of a message">{`"send_at": "${new Date(now + 3_600_000).toISOString().slice(0, 16)}Z"`}</CodeBlock>
    </EmptyState>
  );
}

/** Everything that is due in one second, with buttons that move the clock there. */
function Due({ due, openId }: JobsProps & { readonly due: JobGroup }) {
  const row = useRef<HTMLLIElement>(null);
  const [{ dueAt: from }] = due;
  const isOpen = due.some(({ id }) => id === openId);
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, openId]);
  const now = useNow();
  const rest = Date.parse(from) - now;
  return (
    <li ref={row} aria-current={isOpen}>
      <span class="jobs-due tabular">
        <b>
          <Timestamp at={from} />
        </b>{' '}
        <span class="dim">{rest <= 0 ? 'now' : `in ${spanOf(rest)}`}</span>
      </span>
      <Actions due={due} />
      <ul class="jobs-what">
        {groupJobs(due).map((group) => (
          <Group group={group} openId={openId} key={group[0].id} />
        ))}
      </ul>
      {isOpen && openId !== undefined && (
        <>
          <Why id={openId} />
          <Related of={objectOf(openId)} />
        </>
      )}
    </li>
  );
}

function Group({ group, openId }: JobsProps & { readonly group: JobGroup }) {
  const [first, ...others] = group;
  const isMemberOpen = others.some(({ id }) => id === openId);
  return (
    <li>
      <JobLink job={first} text={describeGroup(group)} />
      {first.kind === 'send-batch' && <CancelBatch uuid={first.batchUuid} accountUuid={first.accountUuid} />}
      {others.length > 0 && (
        <details open={isMemberOpen}>
          <summary>All {count(group.length)}</summary>
          <ol class="jobs-members">
            {group.map((job, index) => (
              <li key={index} aria-current={job.id === openId}>
                <JobLink job={job} text={describeJob(job)} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

function Actions({ due }: { readonly due: JobGroup }) {
  const isMoving = useIsMoving();
  const now = useNow();
  const [first] = groupJobs(due);
  const before = justBefore(due[0].dueAt);
  const text = first && describeGroup(first);
  return (
    <span class="jobs-actions">
      <button
        type="button"
        class="small quiet"
        aria-label={`Just before: ${text}`}
        disabled={isMoving || Date.parse(before) <= now}
        onClick={() => void advance({ to: before })}
      >
        Just before
      </button>
      <button
        type="button"
        class="small"
        aria-label={`Advance to here: ${text}`}
        disabled={isMoving}
        onClick={() => void advanceTo(due.at(-1)?.dueAt ?? '')}
      >
        Advance to here
      </button>
    </span>
  );
}

function JobLink({ job, text }: { readonly job: JobView; readonly text: string }) {
  return (
    <ObjectLink kind="job" id={job.id}>
      {text}
    </ObjectLink>
  );
}
