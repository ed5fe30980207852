import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JobView } from '../../src/api/types.ts';
import { describeGroup, describeJob, groupJobs } from '../../src/clock/agenda.ts';
import { modeText, offsetText } from '../../src/clock/mode-text.ts';

const name = fc.constantFrom('a', 'b', 'c');

/** A job of any kind, for one of a few objects. */
const content: fc.Arbitrary<object> = fc.oneof(
  fc.record({
    kind: fc.constant('send-batch'),
    batchUuid: name,
    messages: fc.integer({ min: 1, max: 9 }),
    does: name,
  }),
  fc.record({
    kind: fc.constant('resolve-messages'),
    delivered: fc.boolean(),
    messages: fc.integer({ min: 1, max: 9 }),
    does: name,
  }),
  fc.record({
    kind: fc.constant('attempt-webhook'),
    does: name,
    deliveryId: name,
    url: name.map((one) => `http://${one}.test/`),
  }),
  fc.record({ kind: fc.constant('run-schedule'), accountUuid: name, does: name }),
);

/** Jobs in the order in which they are due. */
const jobs = fc.array(content, { minLength: 1, maxLength: 20 }).map((contents) =>
  contents.map((one, index) => {
    const dueAt = new Date(Date.UTC(2026, 0, 1) + index * 1_000).toISOString();
    return { id: `job-${index}`, dueAt, ...one } as JobView;
  }),
);

test('each job is in exactly one group, and groups and their jobs are in the order in which they are due', () => {
  fc.assert(
    fc.property(jobs, (all) => {
      const groups = groupJobs(all);
      const ids = groups.flatMap((group) => group.map(({ id }) => id));
      expect(ids.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
      for (const members of groups) {
        const due = members.map(({ dueAt }) => dueAt);
        expect(due).toEqual(due.toSorted());
        expect(new Set(members.map(({ kind }) => kind)).size).toBe(1);
      }
      const first = groups.map((group) => group[0].dueAt);
      expect(first).toEqual(first.toSorted());
    }),
  );
});

test('a group of one job is described like the job, and a larger one names the number of its jobs', () => {
  fc.assert(
    fc.property(jobs, (all) => {
      for (const group of groupJobs(all)) {
        const [first, ...others] = group;
        if (others.length === 0) expect(describeGroup(group)).toBe(describeJob(first));
        else expect(describeGroup(group)).toContain(String(group.length));
      }
    }),
  );
});

test('the offset of a clock is shown with its sign, and is the same in the sentence about it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_000, max: 10 ** 10 }), fc.boolean(), (size, isBehind) => {
      const digest = { mode: 'system', offset: isBehind ? -size : size } as const;
      const text = offsetText(digest) ?? '';
      expect(text.startsWith(isBehind ? '−' : '+')).toBe(true);
      expect(modeText(digest)).toContain(`moved ${text.slice(1)} ${isBehind ? 'behind' : 'ahead of'} it`);
      expect(offsetText({ mode: 'virtual', offset: digest.offset })).toBeUndefined();
    }),
  );
});
