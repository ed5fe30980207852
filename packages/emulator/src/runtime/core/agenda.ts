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

/** Fewer stale jobs than this are not looked for. */
const FEW = 64;

/**
 * The pending jobs in order of their time, and of their scheduling within an instant. It is a heap of instants with a
 * list of jobs each, because messages are mostly due at a few instants.
 *
 * Stale jobs are forgotten once half of the jobs may be stale, so that a job costs the same to forget however many there
 * are, and cancelled work takes no more memory than pending work.
 */
export class Agenda {
  readonly #buckets = new Map<number, Bucket>();
  #heap: Bucket[] = [];
  /** The jobs in the lists, and how many of them may have become stale since they were last looked for. */
  #size = 0;
  #mayBeStale = 0;
  readonly #isStale: (job: Job) => boolean;

  /** @param isStale - Whether a job no longer counts. Such jobs are skipped. */
  constructor(isStale: (job: Job) => boolean) {
    this.#isStale = isStale;
  }

  /** How many jobs are kept, including stale ones that are not forgotten yet. */
  get size(): number {
    return this.#size;
  }

  /** Something has happened that may have made a job stale. */
  mayHaveStale(): void {
    this.#mayBeStale++;
    if (this.#mayBeStale >= FEW && 2 * this.#mayBeStale >= this.#size) this.#forgetStale();
  }

  /** Adds a job after all others of its instant. */
  schedule(dueAt: number, job: Job): void {
    this.#size++;
    const bucket = this.#buckets.get(dueAt);
    if (bucket !== undefined) {
      bucket.jobs.push(job);
      return;
    }
    const added: Bucket = { dueAt, jobs: [job], head: 0 };
    this.#buckets.set(dueAt, added);
    insert(this.#heap, added);
  }

  /**
   * Brings jobs forward, after a clock was set back: those that a test accepts, and those that were due already.
   *
   * @param dueUntil - The instant until which jobs were due.
   */
  bringForward(byMs: number, dueUntil: number, accepts: (job: Job) => boolean): void {
    const kept = this.snapshot();
    this.clear();
    for (const [dueAt, jobs] of kept)
      for (const job of jobs) this.schedule(dueAt <= dueUntil || accepts(job) ? dueAt - byMs : dueAt, job);
  }

  /** When the next job is due, or undefined when there is none. */
  nextDueAt(): number | undefined {
    return this.#front()?.dueAt;
  }

  /** Takes the next job if it is due by the given instant. */
  take(now: number): Job | undefined {
    const bucket = this.#front();
    if (bucket === undefined || bucket.dueAt > now) return undefined;
    this.#size--;
    return bucket.jobs[bucket.head++];
  }

  /**
   * The next jobs, at most `limit`.
   *
   * @param accepts - Whether to return a job; default: every job.
   */
  upcoming(limit: number, accepts: (job: Job) => boolean = () => true): DueJob[] {
    const upcoming: DueJob[] = [];
    for (const { dueAt, jobs, head } of this.#inOrder()) {
      for (const job of jobs.slice(head)) {
        if (upcoming.length === limit) return upcoming;
        if (!this.#isStale(job) && accepts(job)) upcoming.push({ dueAt, job });
      }
    }
    return upcoming;
  }

  /** The pending jobs, for a snapshot. */
  snapshot(): AgendaSnapshot {
    return this.#inOrder().flatMap(({ dueAt, jobs, head }) => {
      const pending = jobs.slice(head).filter((job) => !this.#isStale(job));
      return pending.length === 0 ? [] : [[dueAt, pending] as const];
    });
  }

  /** Forgets all jobs. */
  clear(): void {
    this.#buckets.clear();
    this.#heap = [];
    this.#size = 0;
    this.#mayBeStale = 0;
  }

  /** Keeps only the jobs that count. A sorted list is a heap. */
  #forgetStale(): void {
    const kept = this.snapshot();
    this.clear();
    for (const [dueAt, pending] of kept) {
      const bucket: Bucket = { dueAt, jobs: [...pending], head: 0 };
      this.#buckets.set(dueAt, bucket);
      this.#heap.push(bucket);
      this.#size += pending.length;
    }
  }

  #inOrder(): Bucket[] {
    return this.#heap.toSorted((a, b) => a.dueAt - b.dueAt);
  }

  /** The earliest bucket, without jobs that are taken or stale. Empty buckets are removed. */
  #front(): Bucket | undefined {
    for (;;) {
      const bucket = this.#heap[0];
      if (bucket === undefined) return undefined;
      for (let job = bucket.jobs[bucket.head]; job !== undefined; job = bucket.jobs[++bucket.head]) {
        if (!this.#isStale(job)) return bucket;
        this.#size--;
      }
      this.#buckets.delete(bucket.dueAt);
      removeFirst(this.#heap);
    }
  }
}

function insert(heap: Bucket[], added: Bucket): void {
  let index = heap.push(added) - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (dueAtOf(heap, parent) <= dueAtOf(heap, index)) return;
    [heap[parent], heap[index]] = [heap[index] as Bucket, heap[parent] as Bucket];
    index = parent;
  }
}

function removeFirst(heap: Bucket[]): void {
  const last = heap.pop() as Bucket;
  if (heap.length === 0) return;
  heap[0] = last;
  for (let index = 0; ; ) {
    const left = 2 * index + 1;
    const smaller = dueAtOf(heap, left + 1) < dueAtOf(heap, left) ? left + 1 : left;
    if (dueAtOf(heap, index) <= dueAtOf(heap, smaller)) return;
    [heap[smaller], heap[index]] = [heap[index] as Bucket, heap[smaller] as Bucket];
    index = smaller;
  }
}

/** The instant at a place of the heap; infinite beyond its end. */
function dueAtOf(heap: readonly Bucket[], place: number): number {
  return heap[place]?.dueAt ?? Number.POSITIVE_INFINITY;
}
