import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Job } from '../../src/domain/state/jobs.ts';
import { Agenda } from '../../src/runtime/core/agenda.ts';

/** The simplest agenda: a list that is sorted when it is read. */
class NaiveAgenda {
  entries: { readonly dueAt: number; readonly id: string }[] = [];

  schedule(dueAt: number, id: string): void {
    this.entries = [...this.entries, { dueAt, id }].toSorted((a, b) => a.dueAt - b.dueAt);
  }

  take(now: number): string | undefined {
    const [first] = this.entries;
    if (first === undefined || first.dueAt > now) return undefined;
    this.entries.shift();
    return first.id;
  }

  drop(id: string): void {
    this.entries = this.entries.filter((entry) => entry.id !== id);
  }
}

/** The agenda and the simple one, with the jobs that have become stale. */
class Pair {
  readonly naive = new NaiveAgenda();
  readonly stale = new Set<string>();
  readonly taken: Record<'ours' | 'theirs', (string | undefined)[]> = { ours: [], theirs: [] };
  scheduled = 0;
  agenda = this.#create();

  #create(): Agenda {
    return new Agenda((job) => this.stale.has(idOf(job)));
  }

  /** Continues with a copy. */
  restore(): void {
    const copy = this.#create();
    for (const [dueAt, jobs] of this.agenda.snapshot()) for (const job of jobs) copy.schedule(dueAt, job);
    this.agenda = copy;
  }

  /** The pending jobs of one of them. */
  view() {
    const upcoming = (limit: number) =>
      this.agenda.upcoming(limit).map(({ dueAt, job }) => ({ dueAt, id: idOf(job) }));
    const ours = upcoming(1_000);
    const theirs = this.naive.entries;
    return {
      ours: { next: this.agenda.nextDueAt(), two: upcoming(2).length, all: ours },
      theirs: { next: theirs[0]?.dueAt, two: Math.min(2, theirs.length), all: theirs },
    };
  }
}

/** A job is known by its delivery here; the agenda does not look into it. */
function idOf(job: Job): string {
  return job.kind === 'attempt-webhook' ? job.deliveryId : '';
}

type Operation = { readonly name: 'schedule' | 'take' | 'drop' | 'restore'; readonly value: number };

function perform(pair: Pair, { name, value }: Operation): void {
  const { naive, stale } = pair;
  switch (name) {
    case 'schedule': {
      const id = `job ${pair.scheduled++}`;
      pair.agenda.schedule(value, { kind: 'attempt-webhook', deliveryId: id });
      naive.schedule(value, id);
      break;
    }
    case 'take': {
      const job = pair.agenda.take(value);
      pair.taken.ours.push(job && idOf(job));
      pair.taken.theirs.push(naive.take(value));
      break;
    }
    case 'drop': {
      if (pair.scheduled === 0) break;
      const id = `job ${value % pair.scheduled}`;
      stale.add(id);
      naive.drop(id);
      break;
    }
    case 'restore':
      pair.restore();
  }
}

const times = fc.oneof(fc.nat({ max: 8 }), fc.integer({ min: -100, max: 100 }));
const operations = fc.array(
  fc.record({
    name: fc.constantFrom<Operation['name']>(
      'schedule',
      'schedule',
      'schedule',
      'take',
      'take',
      'drop',
      'restore',
    ),
    value: times.map(Math.abs),
  }),
  { maxLength: 120, size: 'max' },
);

describe('the agenda against a sorted list (EMU-3)', () => {
  test('returns the same jobs in the same order, whatever is scheduled, taken, dropped or restored', () => {
    fc.assert(
      fc.property(operations, (list) => {
        const pair = new Pair();
        for (const operation of list) {
          perform(pair, operation);
          const { ours, theirs } = pair.view();
          expect(ours).toEqual(theirs);
        }
        expect(pair.taken.ours).toEqual(pair.taken.theirs);
      }),
      { numRuns: 200 },
    );
  });
});
