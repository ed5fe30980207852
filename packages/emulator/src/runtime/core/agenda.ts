import type { Job } from '../../domain/state/jobs.ts';

/** Jobs that are due at one instant, in the order in which they were scheduled. */
interface Bucket {
  readonly dueAt: number;
  readonly jobs: Job[];
  /** The first job that was not taken yet. */
  head: number;
}

/** A pending job and its time. */
export interface DueJob {
  readonly dueAt: number;
  readonly job: Job;
}

/** The pending jobs of a snapshot, in the order of their times. */
export type AgendaSnapshot = readonly (readonly [dueAt: number, jobs: readonly Job[]])[];

/**
 * The pending jobs in order of their time, and of their scheduling within an instant. It is a list of instants with a
 * list of jobs each, because messages are mostly due at a few instants.
 */
export class Agenda {
  /** The earliest instant first. */
  #buckets: Bucket[] = [];
  readonly #isStale: (job: Job) => boolean;

  /** @param isStale - Whether a job no longer counts. Such jobs are skipped. */
  constructor(isStale: (job: Job) => boolean) {
    this.#isStale = isStale;
  }

  /** Adds a job after all others of its instant. */
  schedule(dueAt: number, job: Job): void {
    const place = this.#buckets.findLastIndex((bucket) => bucket.dueAt <= dueAt);
    const bucket = this.#buckets[place];
    if (bucket?.dueAt === dueAt) bucket.jobs.push(job);
    else this.#buckets.splice(place + 1, 0, { dueAt, jobs: [job], head: 0 });
  }

  /** When the next job is due, or undefined when there is none. */
  nextDueAt(): number | undefined {
    return this.#front()?.dueAt;
  }

  /** Takes the next job if it is due by the given instant. */
  take(now: number): Job | undefined {
    const bucket = this.#front();
    if (bucket === undefined || bucket.dueAt > now) return undefined;
    return bucket.jobs[bucket.head++];
  }

  /**
   * The next jobs, at most `limit`.
   *
   * @param accepts - Whether to return a job; default: every job.
   */
  upcoming(limit: number, accepts: (job: Job) => boolean = () => true): DueJob[] {
    const upcoming: DueJob[] = [];
    for (const { dueAt, jobs, head } of this.#buckets) {
      for (const job of jobs.slice(head)) {
        if (upcoming.length === limit) return upcoming;
        if (!this.#isStale(job) && accepts(job)) upcoming.push({ dueAt, job });
      }
    }
    return upcoming;
  }

  /** The pending jobs, for a snapshot. */
  snapshot(): AgendaSnapshot {
    return this.#buckets.flatMap(({ dueAt, jobs, head }) => {
      const pending = jobs.slice(head).filter((job) => !this.#isStale(job));
      return pending.length === 0 ? [] : [[dueAt, pending] as const];
    });
  }

  /** Forgets all jobs. */
  clear(): void {
    this.#buckets = [];
  }

  /** The earliest bucket, without jobs that are taken or stale. Empty buckets are removed. */
  #front(): Bucket | undefined {
    for (;;) {
      const [bucket] = this.#buckets;
      if (bucket === undefined) return undefined;
      for (let job = bucket.jobs[bucket.head]; job !== undefined; job = bucket.jobs[++bucket.head]) {
        if (!this.#isStale(job)) return bucket;
      }
      this.#buckets.shift();
    }
  }
}
