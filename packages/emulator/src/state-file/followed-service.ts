import type { Job } from '../domain/state/jobs.ts';
import type { JournalOrigin } from '../runtime/core/journal.ts';
import type { Service } from '../service/service.ts';
import type { Change, Point } from './records.ts';

/** A service whose changes are gathered for the state file. */
export class FollowedService {
  readonly service: Service;
  readonly number: number;
  /** The name of a sandbox. */
  readonly name: string | undefined;
  #changes: Change[] = [];
  #origin: JournalOrigin | undefined;
  readonly #stop: () => void;

  constructor(service: Service, number: number, name: string | undefined) {
    this.service = service;
    this.number = number;
    this.name = name;
    const { agenda, journal } = service.core;
    agenda.observer = {
      scheduled: (dueAt, job) => this.#changes.push(['scheduled', dueAt, job]),
      taken: (now, job) => this.#changes.push(['taken', now, deliveryOf(job)]),
    };
    const stopListening = journal.listen(({ at, fact }) => this.#changes.push(['fact', at, fact]));
    this.#stop = () => {
      stopListening();
      agenda.observer = undefined;
    };
  }

  /** Whether the changes so far do not lead to the present: the service began, was reset, or restored. */
  get needsSnapshot(): boolean {
    return this.#origin !== this.service.core.journal.origin;
  }

  /** Where the service is now. */
  point(): Point {
    const { driver, ids, journal } = this.service.core;
    return { now: driver.now(), ids: ids.state(), seq: journal.seq };
  }

  /** Takes the changes since the last time. */
  take(): readonly Change[] {
    const changes = this.#changes;
    this.#changes = [];
    return changes;
  }

  /** Begins anew with a snapshot of this instant. */
  beginSnapshot(): void {
    this.#changes = [];
    this.#origin = this.service.core.journal.origin;
  }

  /** Stops gathering. */
  stop(): void {
    this.#stop();
  }
}

function deliveryOf(job: Job): string | null {
  return job.kind === 'attempt-webhook' ? job.deliveryId : null;
}
