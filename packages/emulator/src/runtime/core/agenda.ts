import type { Job } from '../../domain/state/jobs.ts';
import { type Scan, visitEach } from '../../domain/views/scan.ts';

/** An observer of the jobs of an agenda. */
export interface AgendaObserver {
  scheduled(dueAt: number, job: Job): void;
  taken(now: number, job: Job): void;
}

/** Jobs that are due at one instant, in the order in which they were scheduled. */
interface Bucket {
  readonly dueAt: number;
  readonly jobs: Job[];
  /** The first job that was not taken yet. */
  head: number;
}

/** The pending jobs of a snapshot, in the order of their times; many jobs of one instant take several entries. */
export type AgendaSnapshot = readonly AgendaEntry[];

export type AgendaEntry = readonly [dueAt: number, jobs: readonly Job[]];

/** The maximum number of jobs in one entry of a snapshot: an entry is written and read without a pause. */
const JOBS_PER_ENTRY = 1_000;

/**
 * The pending jobs in order of their time, and of their scheduling within an instant. It is a heap of instants with a
 * list of jobs each, because a million messages are mostly due at a few instants.
 */
export class Agenda {
  /** The jobs by due time, grouped by {@link GROUP_MS}: one map of a million instants would pause whenever it grows. */
  #groups = new Map<number, Map<number, Bucket>>();
  #heap: Bucket[] = [];
  readonly #isStale: (job: Job) => boolean;
  /** Receives each job that is scheduled or taken. */
  observer: AgendaObserver | undefined;

  /** @param isStale - Whether a job no longer counts. Such jobs are skipped. */
  constructor(isStale: (job: Job) => boolean) {
    this.#isStale = isStale;
  }

  /** Adds a job after all others of its instant. */
  schedule(dueAt: number, job: Job): void {
    this.observer?.scheduled(dueAt, job);
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

  /** Takes the next job if it is due by the given instant. */
  take(now: number): Job | undefined {
    const bucket = this.#front();
    if (bucket === undefined || bucket.dueAt > now) return undefined;
    const job = bucket.jobs[bucket.head] as Job;
    bucket.head++;
    this.observer?.taken(now, job);
    return job;
  }

  /**
   * The next jobs, at most `limit`, for readers. Between two steps of the scan jobs may be taken.
   *
   * @param view - Describes a job, which still counts at that moment.
   * @param accepts - Whether to return a job; default: every job.
   */
  *upcoming<View>(
    limit: number,
    view: (dueAt: number, job: Job) => View,
    accepts: (job: Job) => boolean = () => true,
  ): Scan<View[]> {
    const upcoming: View[] = [];
    yield* visitEach(jobsInOrder(this.#heap), ({ dueAt, job }) => {
      if (upcoming.length === limit) return true;
      if (!this.#isStale(job) && accepts(job)) upcoming.push(view(dueAt, job));
      return false;
    });
    return upcoming;
  }

  /**
   * Records which jobs are pending at this instant. Jobs are only ever added at the end of their bucket and taken from
   * its front, so two positions for each bucket are enough.
   *
   * @returns Writes these jobs, even if the agenda changes meanwhile; `undefined` marks a place to pause.
   */
  capture(): (isStale: (job: Job) => boolean) => Generator<AgendaEntry | undefined> {
    const buckets = this.#heap.slice();
    const heads = Uint32Array.from(buckets, ({ head }) => head);
    const ends = Uint32Array.from(buckets, ({ jobs }) => jobs.length);
    return (isStale) => writeJobs(buckets, heads, ends, isStale);
  }

  /** Replaces its jobs by those of another agenda, which must not be used afterwards. */
  adopt(other: Agenda): void {
    this.#groups = other.#groups;
    this.#heap = other.#heap;
  }

  /** Forgets all jobs. */
  clear(): void {
    this.#groups = new Map();
    this.#heap = [];
  }

  /** The earliest bucket, without jobs that are taken or stale. Empty buckets are removed. */
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
    removeFirst(this.#heap, dueAtOf);
  }
}

/** Instants of about one minute are in one map. */
const GROUP_MS = 2 ** 16;

/**
 * The jobs that were not taken, in order, read from a copy of the heap, because jobs may be added and taken meanwhile.
 */
function* jobsInOrder(heap: readonly Bucket[]): Generator<{ readonly dueAt: number; readonly job: Job }> {
  const buckets = [...heap];
  for (let bucket = buckets[0]; bucket !== undefined; bucket = buckets[0]) {
    for (let index = bucket.head; index < bucket.jobs.length; index++)
      yield { dueAt: bucket.dueAt, job: bucket.jobs[index] as Job };
    removeFirst(buckets, dueAtOf);
  }
}

function insert(heap: Bucket[], added: Bucket): void {
  let index = heap.push(added) - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (dueAtOf(heap[parent] as Bucket) <= dueAtOf(heap[index] as Bucket)) return;
    [heap[parent], heap[index]] = [heap[index] as Bucket, heap[parent] as Bucket];
    index = parent;
  }
}

function dueAtOf(bucket: Bucket): number {
  return bucket.dueAt;
}

/** Removes the first element of a heap. */
function removeFirst<Element>(heap: Element[], orderOf: (element: Element) => number): void {
  const last = heap.pop() as Element;
  if (heap.length === 0) return;
  heap[0] = last;
  let index = 0;
  const orderAt = (place: number) => (place < heap.length ? orderOf(heap[place] as Element) : Infinity);
  for (;;) {
    const left = 2 * index + 1;
    const smaller = orderAt(left + 1) < orderAt(left) ? left + 1 : left;
    if (orderAt(index) <= orderAt(smaller)) return;
    [heap[smaller], heap[index]] = [heap[index] as Element, heap[smaller] as Element];
    index = smaller;
  }
}

function* writeJobs(
  buckets: readonly Bucket[],
  heads: Uint32Array,
  ends: Uint32Array,
  isStale: (job: Job) => boolean,
): Generator<AgendaEntry | undefined> {
  const dueAt = (place: number) => (buckets[place] as Bucket).dueAt;
  // Every part of a heap is a heap again: each place is before those below it.
  const places = Array.from(buckets.keys());
  for (let place = places[0]; place !== undefined; place = places[0]) {
    const { jobs } = buckets[place] as Bucket;
    const end = ends[place] as number;
    let pending: Job[] = [];
    for (let index = heads[place] as number; index < end; index++) {
      const job = jobs[index] as Job;
      if (!isStale(job)) pending.push(job);
      if (pending.length === JOBS_PER_ENTRY) {
        yield [dueAt(place), pending];
        pending = [];
      } else if (index % JOBS_PER_ENTRY === 0) yield undefined;
    }
    if (pending.length > 0) yield [dueAt(place), pending];
    removeFirst(places, dueAt);
  }
}
