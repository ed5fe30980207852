import type { Job } from '../domain/state/jobs.ts';
import type { JournalOrigin } from '../runtime/core/journal.ts';
import type { Service } from '../service/service.ts';
import type { Backlog } from './backlog.ts';
import type { Change, Point } from './records.ts';

/** A service whose changes are collected for the state file. */
export class FollowedService {
  readonly service: Service;
  readonly number: number;
  /** The name of a sandbox. */
  readonly name: string | undefined;
  #changes: (Change | undefined)[] = [];
  /** The places of the jobs among them. A job that is taken before the next write is not written. */
  readonly #scheduled = new Map<Job, number>();
  readonly #backlog: Backlog;
  #origin: JournalOrigin | undefined;
  readonly #stop: () => void;

  constructor(service: Service, number: number, name: string | undefined, backlog: Backlog) {
    this.service = service;
    this.number = number;
    this.name = name;
    this.#backlog = backlog;
    const { agenda, journal } = service.core;
    agenda.observer = {
      scheduled: (dueAt, job) => this.#schedule(dueAt, job),
      taken: (now, job) => this.#take(now, job),
    };
    const stopListening = journal.listen(({ at, fact }) => this.#add(['fact', at, fact]));
    this.#stop = () => {
      stopListening();
      agenda.observer = undefined;
    };
  }

  /**
   * Whether the changes so far do not result in the current state, because the service began, was reset, or was
   * restored.
   */
  get needsSnapshot(): boolean {
    return this.#origin !== this.service.core.journal.origin;
  }

  /** The current position of the service. */
  point(): Point {
    const { driver, ids, journal } = this.service.core;
    return { now: driver.now(), ids: ids.state(), seq: journal.seq };
  }

  /** Takes the changes since the last time. */
  take(): readonly Change[] {
    const changes = this.#changes;
    this.#forget();
    return changes.filter((change) => change !== undefined);
  }

  /** Begins again with a snapshot of this instant. */
  beginSnapshot(): void {
    this.#forget();
    this.#origin = this.service.core.journal.origin;
  }

  /** Stops collecting changes. */
  stop(): void {
    this.#stop();
  }

  #add(change: Change): void {
    if (this.#changes.push(change) === 1) this.#backlog.add();
  }

  #schedule(dueAt: number, job: Job): void {
    this.#scheduled.set(job, this.#changes.length);
    this.#add(['scheduled', dueAt, job]);
  }

  /** An attempt at a webhook is always recorded: it is repeated if its end is not in the file. */
  #take(now: number, job: Job): void {
    const deliveryId = deliveryOf(job);
    const place = deliveryId === null ? this.#scheduled.get(job) : undefined;
    if (place === undefined) this.#add(['taken', now, deliveryId]);
    else this.#changes[place] = undefined;
  }

  #forget(): void {
    this.#changes = [];
    this.#scheduled.clear();
  }
}

function deliveryOf(job: Job): string | null {
  return job.kind === 'attempt-webhook' ? job.deliveryId : null;
}
