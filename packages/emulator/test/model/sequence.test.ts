import { Sequence } from '@messaging-service/emulator/host';
import fc from 'fast-check';
import { expect, test } from 'vitest';

interface Item {
  readonly number: number;
  readonly name: string;
}

const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ add: fc.constantFrom(1, 2, 700, 1_500) }) },
    { weight: 1, arbitrary: fc.record({ remove: fc.nat({ max: 12 }) }) },
  ),
  { maxLength: 12, size: 'max' },
);

test('a sequence has the items of a plain list, whatever is added, removed and read (EMU-13)', () => {
  const property = fc.property(steps, fc.nat(), fc.nat({ max: 3_000 }), (list, start, count) => {
    const sequence = new Sequence<Item>(({ number }) => number);
    let plain: Item[] = [];
    for (const [number, step] of list.entries()) {
      if ('add' in step) {
        const added = Array.from({ length: step.add }, (_, index) => ({
          number,
          name: `${number}.${index}`,
        }));
        for (const item of added) sequence.push(item);
        plain = [...plain, ...added];
      } else {
        sequence.remove(step.remove);
        plain = plain.filter((item) => item.number !== step.remove);
      }
      expect(sequence.length).toBe(plain.length);
    }
    const from = plain.length === 0 ? 0 : start % (plain.length + 10);
    expect([...sequence]).toEqual(plain);
    const each: Item[] = [];
    sequence.forEach((item) => each.push(item));
    expect(each).toEqual(plain);
    expect(sequence.slice(from, from + count)).toEqual(plain.slice(from, from + count));
    expect(sequence.latest(count)).toEqual(plain.slice(Math.max(0, plain.length - count)));
    for (const number of [0, start % 13, 13])
      expect([...sequence.since(number)]).toEqual(plain.filter((item) => item.number >= number));
  });
  fc.assert(property, { numRuns: 60 });
});
