import type { Job } from '../domain/jobs.ts';

/** Jobs that are due at one instant, in the order in which they were scheduled. */
interface Bucket {
  readonly dueAt: number;
  readonly jobs: Job[];
  /** The first job not taken yet. */
  head: number;
}

/** The pending jobs of a snapshot, in the order of their times; many jobs of one instant take several entries. */
export type AgendaSnapshot = readonly AgendaEntry[];

export type AgendaEntry = readonly [dueAt: number, jobs: readonly Job[]];

/** The most jobs in one entry of a snapshot: an entry is written and read without a pause. */
const JOBS_PER_ENTRY = 1_000;

/**
 * What is to be done when: jobs in order of their time, and of their scheduling within an instant. A heap of instants
 * with a list each, since a million messages are mostly due at few of them.
 */
export class Agenda {
  #buckets = new Map<number, Bucket>();
  #heap: Bucket[] = [];
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
    for (const entry of this.capture()(this.#isStale)) {
      const [dueAt = 0, jobs = []] = entry ?? [];
      for (const job of jobs) {
        if (upcoming.length === limit) return upcoming;
        upcoming.push({ dueAt, job });
      }
    }
    return upcoming;
  }

  /**
   * Notes which jobs are pending at this instant. Jobs are only ever added at the end of their bucket and taken from
   * its front, so two positions for each bucket are enough.
   *
   * @returns Writes these jobs, whatever happens to the agenda meanwhile; `undefined` marks a place to pause.
   */
  capture(): (isStale: (job: Job) => boolean) => Generator<AgendaEntry | undefined> {
    const buckets = this.#heap.slice();
    const heads = Uint32Array.from(buckets, ({ head }) => head);
    const ends = Uint32Array.from(buckets, ({ jobs }) => jobs.length);
    return (isStale) => writeJobs(buckets, heads, ends, isStale);
  }

  /** Takes over all jobs of another agenda, which is of no use afterwards, in place of its own. */
  adopt(other: Agenda): void {
    this.#buckets = other.#buckets;
    this.#heap = other.#heap;
  }

  /** Forgets all jobs. */
  clear(): void {
    this.#buckets = new Map();
    this.#heap = [];
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
    removeFirst(this.#heap, dueAtOf);
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

  #dueAt(index: number): number {
    return this.#heap[index]?.dueAt ?? Number.POSITIVE_INFINITY;
  }
}

function dueAtOf(bucket: Bucket): number {
  return bucket.dueAt;
}

/** Takes the first element out of a heap. */
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
  // The places of a heap, each before those below it, are a heap by themselves.
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
