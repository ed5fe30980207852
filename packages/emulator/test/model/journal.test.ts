import { createEmulator } from '@messaging-service/emulator';
import { Journal } from '@messaging-service/emulator/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const fact = { type: 'paid-credits-reset', accountUuid: 'account', decidedBy: { kind: 'schedule' } } as const;

describe('the journal is bounded (EMU-11)', () => {
  test('it keeps the latest entries, as many as its limit, numbered without gaps', () => {
    fc.assert(
      fc.property(fc.nat({ max: 12 }), fc.nat({ max: 80 }), (limit, count) => {
        const journal = new Journal(limit);
        for (let at = 1; at <= count; at++) {
          journal.append(at, fact);
          expect(journal.entries().map(({ seq }) => seq)).toEqual(latest(limit, at));
        }
        expect(journal.seq).toBe(count);
      }),
    );
  });

  test('a listener gets every entry once, in order, whatever the limit', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 5 }),
        fc.array(fc.nat({ max: 20 }), { maxLength: 10 }),
        (limit, transactions) => {
          const journal = new Journal(limit);
          const heard: number[] = [];
          journal.append(0, fact);
          const stop = journal.listen(({ seq }) => heard.push(seq));
          for (const facts of transactions) {
            for (let at = 0; at < facts; at++) journal.append(at, fact);
            journal.announce();
          }
          expect(heard).toEqual(Array.from({ length: journal.seq - 1 }, (_, index) => index + 2));
          stop();
          journal.append(0, fact);
          journal.announce();
          expect(heard).not.toContain(journal.seq);
        },
      ),
    );
  });

  test.each([0, 1, 5])('an emulator with journalLimit %d keeps that many facts', (journalLimit) => {
    expect(createEmulator({ journalLimit }).journal()).toHaveLength(journalLimit);
  });
});

function latest(limit: number, count: number): number[] {
  const length = Math.min(limit, count);
  return Array.from({ length }, (_, index) => count - length + index + 1);
}
