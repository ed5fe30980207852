import type { Job } from '../domain/jobs.ts';
import { type Scan, visitEach } from '../domain/scan.ts';

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
  /** By due time, and above that by {@link GROUP_MS}: one map of a million instants would pause whenever it grows. */
  readonly #groups = new Map<number, Map<number, Bucket>>();
  readonly #heap: Bucket[] = [];
  readonly #isStale: (job: Job) => boolean;

  /** @param isStale - Tells jobs that no longer count; they are passed over as if they were not there. */
  constructor(isStale: (job: Job) => boolean) {
    this.#isStale = isStale;
  }

  /** Adds a job after all others of its instant. */
  schedule(dueAt: number, job: Job): void {
    const group = Math.floor(dueAt / GROUP_MS);
    const buckets = this.#groups.get(group) ?? new Map<number, Bucket>();
    const bucket = buckets.get(dueAt);
    if (bucket !== undefined) {
      bucket.jobs.push(job);
      return;
    }
    const added: Bucket = { dueAt, jobs: [job], head: 0 };
    this.#groups.set(group, buckets.set(dueAt, added));
    insert(this.#heap, added);
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

  /**
   * The next jobs, at most `limit`, for people who look. Between two steps of the scan jobs may be taken.
   *
   * @param view - Describes a job, which still counts at that moment.
   */
  *upcoming<View>(limit: number, view: (dueAt: number, job: Job) => View): Scan<View[]> {
    const upcoming: View[] = [];
    yield* visitEach(jobsInOrder(this.#heap), ({ dueAt, job }) => {
      if (upcoming.length === limit) return true;
      if (!this.#isStale(job)) upcoming.push(view(dueAt, job));
      return false;
    });
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
    this.#groups.clear();
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
      this.#remove(bucket);
    }
  }

  #remove(front: Bucket): void {
    const group = Math.floor(front.dueAt / GROUP_MS);
    const buckets = this.#groups.get(group);
    buckets?.delete(front.dueAt);
    if (buckets?.size === 0) this.#groups.delete(group);
    removeFirst(this.#heap);
  }
}

/** Instants of about one minute are in one map. */
const GROUP_MS = 2 ** 16;

/** The jobs that were not taken, in order, read from a copy of the heap: jobs may come and go meanwhile. */
function* jobsInOrder(heap: readonly Bucket[]): Generator<{ readonly dueAt: number; readonly job: Job }> {
  const buckets = [...heap];
  for (let bucket = buckets[0]; bucket !== undefined; bucket = buckets[0]) {
    for (let index = bucket.head; index < bucket.jobs.length; index++)
      yield { dueAt: bucket.dueAt, job: bucket.jobs[index] as Job };
    removeFirst(buckets);
  }
}

function insert(heap: Bucket[], added: Bucket): void {
  let index = heap.push(added) - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (dueAt(heap, parent) <= dueAt(heap, index)) return;
    swap(heap, parent, index);
    index = parent;
  }
}

function removeFirst(heap: Bucket[]): void {
  const last = heap.pop() as Bucket;
  if (heap.length === 0) return;
  heap[0] = last;
  let index = 0;
  for (;;) {
    const left = 2 * index + 1;
    const smaller = dueAt(heap, left + 1) < dueAt(heap, left) ? left + 1 : left;
    if (dueAt(heap, index) <= dueAt(heap, smaller)) return;
    swap(heap, smaller, index);
    index = smaller;
  }
}

function swap(heap: Bucket[], a: number, b: number): void {
  [heap[a], heap[b]] = [heap[b] as Bucket, heap[a] as Bucket];
}

function dueAt(heap: readonly Bucket[], index: number): number {
  return heap[index]?.dueAt ?? Number.POSITIVE_INFINITY;
}
