import { type Queued, TimerQueue } from '@messaging-service/follow-clock/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';

let reads = 0;

/** A timer that counts how often its time is read. */
class Counted implements Queued {
  order: number;
  place = -1;
  readonly #dueAt: { value: number };

  constructor(dueAt: number, order: number) {
    this.#dueAt = { value: dueAt };
    this.order = order;
  }

  get dueAt(): number {
    reads++;
    return this.#dueAt.value;
  }

  set dueAt(value: number) {
    this.#dueAt.value = value;
  }
}

function* emptied(queue: TimerQueue<Counted>): Generator<Counted> {
  for (let { first } = queue; first !== undefined; { first } = queue) {
    queue.remove(first);
    yield first;
  }
}

test('timers run by time, and in the order in which they were set within an instant, whichever of them are stopped', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(20), fc.boolean()), { maxLength: 100 }), (given) => {
      const queue = new TimerQueue<Counted>();
      const timers = given.map(([dueAt], order) => new Counted(dueAt, order));
      for (const timer of timers) queue.add(timer);
      for (const [index, timer] of timers.entries()) if (given[index]?.[1] === true) queue.remove(timer);
      const left = timers.filter((_, index) => given[index]?.[1] === false);
      expect([...emptied(queue)]).toEqual(left.toSorted((a, b) => a.dueAt - b.dueAt || a.order - b.order));
    }),
  );
});

test.each([
  [
    'set',
    (queue: TimerQueue<Counted>, timers: readonly Counted[]) => timers.forEach((timer) => queue.add(timer)),
  ],
  [
    'restarted',
    (queue: TimerQueue<Counted>, timers: readonly Counted[]) => {
      for (const timer of timers) queue.add(timer);
      for (const timer of timers) {
        queue.remove(timer);
        timer.dueAt += 60_000;
        queue.add(timer);
      }
    },
  ],
  [
    'stopped',
    (queue: TimerQueue<Counted>, timers: readonly Counted[]) => {
      for (const timer of timers) queue.add(timer);
      for (const timer of timers) queue.remove(timer);
    },
  ],
])('twenty times as many timers take about twenty times as many steps when they are %s', (_, run) => {
  const steps = (count: number) => {
    reads = 0;
    run(
      new TimerQueue(),
      Array.from({ length: count }, (__, order) => new Counted((order * 7_919) % 60_000, order)),
    );
    return reads;
  };
  expect(steps(20_000) / steps(1_000)).toBeLessThan(60);
});
