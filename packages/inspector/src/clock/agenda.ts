import type { JobView } from '../api/types.ts';

/** Jobs of one kind for one object: the attempts at webhooks to one address, or the results of one outcome. */
export interface JobGroup {
  readonly key: string;
  /** The jobs, the next due first. There is at least one. */
  readonly jobs: readonly [JobView, ...JobView[]];
}

/** Groups jobs by what they belong to. The group whose first job is due next comes first. */
export function groupJobs(jobs: readonly JobView[]): JobGroup[] {
  const groups = new Map<string, [JobView, ...JobView[]]>();
  for (const job of jobs) {
    const key = groupKey(job);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [job]);
    else group.push(job);
  }
  return [...groups].map(([key, members]) => ({ key, jobs: members }));
}

/** The jobs of one second: a system clock gives each of them another millisecond. */
export interface Instant {
  readonly groups: readonly [JobGroup, ...JobGroup[]];
  /** When the first and the last of them are due. */
  readonly from: string;
  readonly to: string;
}

/** Groups jobs by the second in which they are due, and within it by what they belong to. */
export function instantsOf(jobs: readonly JobView[]): Instant[] {
  const seconds = new Map<string, JobView[]>();
  for (const job of jobs) {
    const second = job.dueAt.slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
    seconds.set(second, [...(seconds.get(second) ?? []), job]);
  }
  return [...seconds.values()].map((due) => ({
    groups: groupJobs(due) as [JobGroup, ...JobGroup[]],
    from: due[0]?.dueAt ?? '',
    to: due.at(-1)?.dueAt ?? '',
  }));
}

function groupKey(job: JobView): string {
  switch (job.kind) {
    case 'send-batch':
      return `send-batch:${job.batchUuid}`;
    case 'attempt-webhook':
      return `attempt-webhook:${job.url}`;
    case 'run-schedule':
      return `run-schedule:${job.accountUuid}`;
    case 'resolve-messages':
      return `resolve-messages:${job.delivered}`;
  }
}
