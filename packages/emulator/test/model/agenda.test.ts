import { Agenda } from '@messaging-service/emulator/core';
import type { Job } from '@messaging-service/emulator/host';
import fc from 'fast-check';
import { expect, test } from 'vitest';

/** A job is known by its delivery here; the agenda does not look into it. */
const idOf = (job: Job) => (job.kind === 'attempt-webhook' ? job.deliveryId : '');

const operations = fc.array(
  fc.record({
    name: fc.constantFrom('schedule', 'schedule', 'schedule', 'take', 'take', 'drop', 'copy'),
    value: fc.oneof(fc.nat({ max: 8 }), fc.nat({ max: 100 })),
  }),
  { maxLength: 120, size: 'max' },
);

test('the agenda has the jobs of a list that is sorted when it is read, whatever is scheduled, taken, dropped or copied (EMU-3)', () => {
  const property = fc.property(operations, (list) => {
    const stale = new Set<string>();
    const create = () => new Agenda((job) => stale.has(idOf(job)));
    let agenda = create();
    let sorted: { readonly dueAt: number; readonly id: string }[] = [];
    for (const [index, { name, value }] of list.entries()) {
      if (name === 'schedule') {
        const id = `job ${index}`;
        agenda.schedule(value, { kind: 'attempt-webhook', deliveryId: id });
        sorted = [...sorted, { dueAt: value, id }].toSorted((a, b) => a.dueAt - b.dueAt);
      } else if (name === 'take') {
        const isDue = sorted[0] !== undefined && sorted[0].dueAt <= value;
        const taken = agenda.take(value);
        expect(taken && idOf(taken)).toBe(isDue ? sorted.shift()?.id : undefined);
      } else if (name === 'drop') {
        const dropped = `job ${value % (index + 1)}`;
        stale.add(dropped);
        sorted = sorted.filter(({ id }) => id !== dropped);
      } else {
        const copy = create();
        for (const [dueAt, jobs] of agenda.snapshot()) for (const job of jobs) copy.schedule(dueAt, job);
        agenda = copy;
      }
      const upcoming = agenda.upcoming(1_000).map(({ dueAt, job }) => ({ dueAt, id: idOf(job) }));
      expect(upcoming).toEqual(sorted);
      expect(agenda.upcoming(2)).toHaveLength(Math.min(2, sorted.length));
      expect(agenda.nextDueAt()).toBe(sorted[0]?.dueAt);
    }
  });
  fc.assert(property, { numRuns: 200 });
});
