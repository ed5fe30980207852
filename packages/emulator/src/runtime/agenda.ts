import type { Job } from '../domain/jobs.ts';

/** Jobs that are due at one instant, in the order in which they were scheduled. */
interface Bucket {
  readonly dueAt: number;
  readonly jobs: Job[];
  /** The first job not taken yet. */
  head: number;
}

/** The pending jobs of a snapshot: those of one instant together, instants in order. */
export type AgendaSnapshot = readonly (readonly [dueAt: number, jobs: readonly Job[]])[];

/**
 * What is to be done when: jobs in order of their time, and of their scheduling within an instant. A heap of instants
 * with a list each, since a million messages are mostly due at few of them.
 */
export class Agenda {
  readonly #buckets = new Map<number, Bucket>();
  readonly #heap: Bucket[] = [];
  readonly #isStale: (job: Job) => boolean;

  /** @param isStale - Tells jobs that no longer count; they are passed over as if they were not there. */
  constructor(isStale: (job: Job) => boolean) {
    this.#isStale = isStale;
  }

  /** Adds a job after all others of its instant. */
  schedule(dueAt: number, job: Job): void {
    const bucket = this.#buckets.get(dueAt);
    if (bucket !== undefined) {
      bucket.jobs.push(job);
      return;
    }
    const added: Bucket = { dueAt, jobs: [job], head: 0 };
    this.#buckets.set(dueAt, added);
    this.#heap.push(added);
    this.#rise(this.#heap.length - 1);
  }

  /** When the next job is due, or undefined when there is none. */
  nextDueAt(): number | undefined {
    return this.#front()?.dueAt;
  }

  /** Takes out the next job if it is due by the given instant. */
  take(now: number): Job | undefined {
    const bucket = this.#front();
    if (bucket === undefined || bucket.dueAt > now) return undefined;
    const job = bucket.jobs[bucket.head] as Job;
    bucket.head++;
    return job;
  }

  /** The next jobs with their times, for people who look. */
  upcoming(limit: number): { readonly dueAt: number; readonly job: Job }[] {
    const upcoming: { dueAt: number; job: Job }[] = [];
    for (const [dueAt, jobs] of this.snapshot()) {
      for (const job of jobs) {
        if (upcoming.length === limit) return upcoming;
        upcoming.push({ dueAt, job });
      }
    }
    return upcoming;
  }

  /** All jobs that still count. */
  snapshot(): AgendaSnapshot {
    return this.#heap
      .map((bucket): AgendaSnapshot[number] => [
        bucket.dueAt,
        bucket.jobs.slice(bucket.head).filter((job) => !this.#isStale(job)),
      ])
      .filter(([, jobs]) => jobs.length > 0)
      .sort(([a], [b]) => a - b);
  }

  /** Replaces all jobs by those of a snapshot. */
  restore(snapshot: AgendaSnapshot): void {
    this.#buckets.clear();
    this.#heap.length = 0;
    for (const [dueAt, jobs] of snapshot) for (const job of jobs) this.schedule(dueAt, job);
  }

  /** The earliest bucket, freed of what is taken or stale; empty buckets go. */
  #front(): Bucket | undefined {
    for (;;) {
      const bucket = this.#heap[0];
      if (bucket === undefined) return undefined;
      for (let job = bucket.jobs[bucket.head]; job !== undefined; job = bucket.jobs[++bucket.head]) {
        if (!this.#isStale(job)) return bucket;
      }
      this.#removeFront(bucket);
    }
  }

  #removeFront(front: Bucket): void {
    this.#buckets.delete(front.dueAt);
    const last = this.#heap.pop() as Bucket;
    if (this.#heap.length === 0) return;
    this.#heap[0] = last;
    this.#sink(0);
  }

  #rise(start: number): void {
    const heap = this.#heap;
    let index = start;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (this.#dueAt(parent) <= this.#dueAt(index)) return;
      [heap[parent], heap[index]] = [heap[index] as Bucket, heap[parent] as Bucket];
      index = parent;
    }
  }

  #sink(start: number): void {
    const heap = this.#heap;
    let index = start;
    for (;;) {
      const left = 2 * index + 1;
      const smaller = this.#dueAt(left + 1) < this.#dueAt(left) ? left + 1 : left;
      if (this.#dueAt(index) <= this.#dueAt(smaller)) return;
      [heap[smaller], heap[index]] = [heap[index] as Bucket, heap[smaller] as Bucket];
      index = smaller;
    }
  }

  #dueAt(index: number): number {
    return this.#heap[index]?.dueAt ?? Number.POSITIVE_INFINITY;
  }
}
